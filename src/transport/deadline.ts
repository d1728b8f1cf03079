import type { Clock } from "../types.ts";

/** The longest delay a timer takes: anything longer fires at once (Node.js timers, `setTimeout`). */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** A delay that a timer takes: 24.8 days stand for everything longer. */
export function timerDelayMs(ms: number): number {
  return Math.min(ms, MAX_TIMER_MS);
}

/** A point in time, computed once; each step is given what is left of it. */
export class Deadline {
  /** What the whole was given, in milliseconds. */
  readonly totalMs: number;
  readonly #clock: Clock;
  readonly #endsAt: number;

  constructor(clock: Clock, totalMs: number) {
    this.totalMs = totalMs;
    this.#clock = clock;
    this.#endsAt = clock.monotonic() + totalMs;
  }

  /** Milliseconds left; zero or less when it has passed. */
  remainingMs(): number {
    return this.#endsAt - this.#clock.monotonic();
  }
}
