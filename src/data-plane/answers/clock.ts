import type { ResponseHeaders } from "../../transport/transport.ts";
import type { Clock } from "../../types.ts";
import { headerText } from "./headers.ts";

/**
 * The time of a response by the service's clock (its `Date` header), in milliseconds since the Unix
 * epoch.
 */
export function serviceTimeOf(headers: ResponseHeaders): number | undefined {
  const time = httpTime(headerText(headers, "date") ?? "");
  return time >= 0 && time < LATEST ? time : undefined;
}

/** A date of HTTP in milliseconds since the Unix epoch; NaN if it is none. */
export function httpTime(date: string): number {
  // In the form of `asctime`, it is in GMT without saying so (RFC 9110, section 5.6.7).
  return Date.parse(/:\d\d \d{4}$/.test(date) ? `${date} GMT` : date);
}

/**
 * A year has four digits (RFC 9110, section 5.6.7). A later time could not be written into an
 * event.
 */
const LATEST = Date.UTC(9999, 0);

/**
 * Differences up to this are ignored, in milliseconds: `Date` has whole seconds, and responses take
 * time to arrive.
 */
const TOLERANCE_MS = 2_000;

/**
 * How often the header is read, in milliseconds: clocks drift slowly, and parsing a date is costly.
 */
const LOOK_EVERY_MS = 60_000;

/**
 * The time of the service's clock, as known from its responses; our own clock until they differ.
 */
export class ServiceClock {
  readonly #clock: Clock;
  #offsetMs = 0;
  #nextLook = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Reads a response's `Date`, at most once a minute. */
  observe(headers: ResponseHeaders): void {
    const at = this.#clock.monotonic();
    if (at < this.#nextLook) return;
    const time = serviceTimeOf(headers);
    if (time === undefined) return;
    this.#nextLook = at + LOOK_EVERY_MS;
    // `Date` is truncated to seconds: half a second on average.
    const offsetMs = time + 500 - this.#clock.now();
    this.#offsetMs = Math.abs(offsetMs) > TOLERANCE_MS ? offsetMs : 0;
  }

  /** Milliseconds since the Unix epoch by the service's clock, as far as it is known. */
  now(): number {
    return this.#clock.now() + this.#offsetMs;
  }
}
