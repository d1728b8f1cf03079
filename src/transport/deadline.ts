import type { Clock } from "../types.ts";

/** The longest delay a timer accepts: longer ones fire at once (Node.js timers, `setTimeout`). */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** `ms`, limited to what a timer accepts (24.8 days). */
export function timerDelayMs(ms: number): number {
  return Math.min(ms, MAX_TIMER_MS);
}

/** A point in time, computed once; each step gets the time that remains. */
export class Deadline {
  /** The whole time allowed, in milliseconds. */
  readonly totalMs: number;
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #endsAt: number;

  constructor(clock: Pick<Clock, "monotonic">, totalMs: number) {
    this.totalMs = totalMs;
    this.#clock = clock;
    this.#endsAt = clock.monotonic() + totalMs;
  }

  /** Milliseconds left; 0 or less once it has passed. */
  remainingMs(): number {
    return this.#endsAt - this.#clock.monotonic();
  }
}

/** Starts a deadline; returns a function that tells how many milliseconds are left, at least 0. */
export function countDown(clock: Pick<Clock, "monotonic">, totalMs: number): () => number {
  const deadline = new Deadline(clock, totalMs);
  return () => Math.max(0, deadline.remainingMs());
}
