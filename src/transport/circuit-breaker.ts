import type { Clock } from "../types.ts";

/**
 * Consecutive failed calls before the breaker opens: practically impossible by chance, even if
 * three calls in ten fail.
 */
export const FAILURES_TO_OPEN = 10;

/** The first and the longest pause before a probe, in milliseconds. */
const FIRST_COOL_DOWN_MS = 1_000;
const LONGEST_COOL_DOWN_MS = 30_000;

/** Permission for one call: issued by `admit`, returned by `report`. */
export interface Admission {
  /** A probe checks whether the service is back: one request, no retries. */
  readonly probe: boolean;
}

/**
 * How an admitted call ended. `abandoned`: its caller cancelled it, which says nothing about the
 * service.
 */
export type CallEnd = "answered" | "failed" | "abandoned";

const ORDINARY: Admission = Object.freeze({ probe: false });

/**
 * Stops calling a service that is down: after {@link FAILURES_TO_OPEN} consecutive failed calls
 * (calls, not attempts), further calls are rejected at once, except for one probe at a time. Pure
 * apart from the injected clock and random source.
 */
export class CircuitBreaker {
  readonly #clock: Clock;
  readonly #random: () => number;
  #failures = 0;
  #open = false;
  #coolDowns = 0;
  #probeFrom = 0;
  #probe: Admission | undefined;

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Returns undefined if the call is rejected. */
  admit(): Admission | undefined {
    if (!this.#open) return ORDINARY;
    if (this.#probe !== undefined || this.#clock.monotonic() < this.#probeFrom) return undefined;
    this.#probe = { probe: true };
    return this.#probe;
  }

  report(admission: Admission, end: CallEnd): void {
    const isCurrentProbe = admission === this.#probe;
    if (isCurrentProbe) this.#probe = undefined;
    if (end === "answered") this.#close();
    else if (end === "failed") this.#fail(isCurrentProbe);
  }

  #close(): void {
    this.#failures = 0;
    this.#open = false;
    this.#coolDowns = 0;
  }

  #fail(byCurrentProbe: boolean): void {
    if (this.#open) {
      // Calls that started before the breaker opened say nothing new.
      if (byCurrentProbe) this.#coolDown();
      return;
    }
    this.#failures += 1;
    if (this.#failures < FAILURES_TO_OPEN) return;
    this.#open = true;
    this.#coolDown();
  }

  #coolDown(): void {
    const ceiling = Math.min(LONGEST_COOL_DOWN_MS, FIRST_COOL_DOWN_MS * 2 ** this.#coolDowns);
    this.#coolDowns += 1;
    // With jitter, so that many processes do not probe at the same time.
    this.#probeFrom = this.#clock.monotonic() + ceiling * (0.75 + this.#random() / 4);
  }
}
