/** A time by the wall clock and by the monotonic clock, in milliseconds. */
export interface Moment {
  readonly wall: number;
  readonly monotonic: number;
}

/** The current time by both clocks. */
export function now(): Moment {
  return { wall: Date.now(), monotonic: performance.now() };
}

/** The current time by both clocks, with the wall clock derived from `since`. */
export function nowFrom(since: Moment): Moment {
  const monotonic = performance.now();
  return { wall: since.wall + (monotonic - since.monotonic), monotonic };
}

/**
 * The current time in milliseconds since the Unix epoch, derived from `since` by the monotonic
 * clock: the duration of a span is then right even if the wall clock is set meanwhile.
 */
export function presentFrom(since: Moment): number {
  return nowFrom(since).wall;
}
