/** A moment by the wall clock, and by the one that goes on evenly. Milliseconds. */
export interface Moment {
  readonly wall: number;
  readonly monotonic: number;
}

/** Both clocks now. */
export function now(): Moment {
  return { wall: Date.now(), monotonic: performance.now() };
}

/** Both clocks now, the wall clock counted from `since`. */
export function nowFrom(since: Moment): Moment {
  const monotonic = performance.now();
  return { wall: since.wall + (monotonic - since.monotonic), monotonic };
}

/**
 * The present as milliseconds since the epoch, counted from `since`: a span that begins and ends
 * by this lasts as long as it lasted, whatever is done to the wall clock meanwhile.
 */
export function presentFrom(since: Moment): number {
  return nowFrom(since).wall;
}
