import type { Clock } from "../types.ts";

/** Calls in a row that must fail: by chance alone, with three in ten failing, this never happens. */
export const FAILURES_TO_OPEN = 10;

/** The first pause before a probe, and the longest, in milliseconds. */
const FIRST_COOL_DOWN_MS = 1_000;
const LONGEST_COOL_DOWN_MS = 30_000;

/** A place in a breaker: given by `admit`, handed back by `report`. */
export interface Admission {
  /** A probe asks whether the service is back: one request and no retries. */
  readonly probe: boolean;
}

/** How an admitted call ended. `abandoned`: its caller gave up, which says nothing of the service. */
export type CallEnd = "answered" | "failed" | "abandoned";

const ORDINARY: Admission = Object.freeze({ probe: false });

/**
 * Stops asking a service that is down: after {@link FAILURES_TO_OPEN} failed calls in a row,
 * counted as calls and not as attempts, callers are turned away at once, except for one probe
 * at a time. Pure apart from the clock it is given.
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

  /** Undefined when the caller is turned away. */
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
      // Calls that began before it opened say nothing new.
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
    // Spread, so that many processes do not probe together.
    this.#probeFrom = this.#clock.monotonic() + ceiling * (0.75 + this.#random() / 4);
  }
}
