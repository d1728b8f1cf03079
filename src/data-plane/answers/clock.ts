import type { ResponseHeaders } from "../../transport/transport.ts";
import type { Clock } from "../../types.ts";
import { headerText } from "./headers.ts";

/** When an answer was made by the service's clock (its `Date`), milliseconds since the Unix epoch. */
export function serviceTimeOf(headers: ResponseHeaders): number | undefined {
  const date = headerText(headers, "date");
  if (date === undefined) return undefined;
  const time = Date.parse(date);
  return time >= 0 && time < LATEST ? time : undefined;
}

/** A year has four digits (RFC 9110, section 5.6.7). A time beyond could not be written into an event. */
const LATEST = Date.UTC(9999, 0);

/** Disagreement that is none: `Date` counts whole seconds, and answers travel. Milliseconds. */
const TOLERANCE_MS = 2_000;

/** Clocks drift slowly, and parsing a date costs: one look a minute is plenty. Milliseconds. */
const LOOK_EVERY_MS = 60_000;

/** What the service's clock shows, learned from its answers. Our own until it is known to differ. */
export class ServiceClock {
  readonly #clock: Clock;
  #offsetMs = 0;
  #nextLook = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes note of an answer, now and then. */
  observe(headers: ResponseHeaders): void {
    const at = this.#clock.monotonic();
    if (at < this.#nextLook) return;
    const time = serviceTimeOf(headers);
    if (time === undefined) return;
    this.#nextLook = at + LOOK_EVERY_MS;
    // On average half a second of what the header says is cut off.
    const offsetMs = time + 500 - this.#clock.now();
    this.#offsetMs = Math.abs(offsetMs) > TOLERANCE_MS ? offsetMs : 0;
  }

  /** Milliseconds since the Unix epoch by the service's clock, as far as it is known. */
  now(): number {
    return this.#clock.now() + this.#offsetMs;
  }
}
