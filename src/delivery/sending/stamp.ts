import { MAX_EVENT_AGE_MS } from "../../contract/limits.ts";
import type { TelemetryEvent } from "../delivery.ts";

/**
 * Subtracted from the contract's five minutes, in milliseconds: the time a request may take, and
 * the inaccuracy of a `Date` header.
 */
const AGE_MARGIN_MS = 30_000;

/**
 * Clocks that differ by less count as equal, in milliseconds: a `Date` header has whole seconds.
 */
const CLOCK_TOLERANCE_MS = 2_000;

/** The service's clock minus ours, as known from responses. */
export class ClockSkew {
  #offsetMs: number | undefined = undefined;

  /** Milliseconds to add to our clock; undefined until the service has complained. */
  get offsetMs(): number | undefined {
    return this.#offsetMs;
  }

  /** From a response that called a timestamp stale. Both in milliseconds since the Unix epoch. */
  learn(serverTime: number | undefined, now: number): void {
    if (serverTime === undefined || !Number.isFinite(serverTime)) return;
    const offsetMs = serverTime - now;
    this.#offsetMs = Math.abs(offsetMs) < CLOCK_TOLERANCE_MS ? 0 : offsetMs;
  }

  /** A timestamp by our own clock was accepted after one by the service's `Date` was not. */
  trustOurs(): void {
    this.#offsetMs = 0;
  }
}

/** Whether two offsets differ by more than the inaccuracy of a `Date` header. */
export function offsetChanged(before: number | undefined, after: number | undefined): boolean {
  return Math.abs((before ?? 0) - (after ?? 0)) > CLOCK_TOLERANCE_MS;
}

/**
 * Whether a new timestamp was too old by the time of the response, in whichever clock: the machine
 * slept while the request was in progress, or its clock was set. `tookMs`: by our wall clock, since
 * others stand still while it sleeps.
 */
export function outlasted(tookMs: number): boolean {
  return !isAcceptable(tookMs);
}

/** When an event is about to be sent, and by which clock. */
export interface StampMoment {
  /** Our clock, milliseconds since the Unix epoch. */
  readonly now: number;
  /** When the event happened, by our clock. */
  readonly occurredAt: number;
  /** The service's clock minus ours, if known. */
  readonly offsetMs: number | undefined;
  /** True after a stale answer: the time of sending is the safest timestamp. */
  readonly stampNow: boolean;
}

/**
 * The event with a `timestamp` that the service accepts (contract: at most five minutes old); the
 * same object if it has one already. A new timestamp leaves the original time in
 * `metadata.occurred_at` (ISO 8601).
 */
export function stampEvent(event: TelemetryEvent, moment: StampMoment): TelemetryEvent {
  if (!moment.stampNow && isAcceptable(ageMs(event, moment))) return event;
  const occurred_at = new Date(moment.occurredAt).toISOString();
  return {
    ...event,
    timestamp: new Date(stampOf(event, moment)).toISOString(),
    metadata: { ...event.metadata, occurred_at },
  };
}

/** The age of the event's current timestamp from the service's view. */
function ageMs(event: TelemetryEvent, moment: StampMoment): number {
  // Without an offset, the timestamp was right for the service when the event was created.
  if (moment.offsetMs === undefined) return moment.now - moment.occurredAt;
  return moment.now + moment.offsetMs - Date.parse(event.timestamp);
}

function stampOf(event: TelemetryEvent, moment: StampMoment): number {
  const offsetMs = moment.offsetMs ?? offsetAtBirth(event, moment.occurredAt);
  const serviceNow = moment.now + offsetMs;
  const happened = moment.occurredAt + offsetMs;
  return !moment.stampNow && isAcceptable(serviceNow - happened) ? happened : serviceNow;
}

/**
 * The clock offset that was already applied when the event was created. `occurredAt` is by our
 * clock.
 */
export function offsetAtBirth(event: TelemetryEvent, occurredAt: number): number {
  const offsetMs = Date.parse(event.timestamp) - occurredAt;
  return Number.isFinite(offsetMs) ? offsetMs : 0;
}

function isAcceptable(age: number): boolean {
  return age >= -CLOCK_TOLERANCE_MS && age < MAX_EVENT_AGE_MS - AGE_MARGIN_MS;
}
