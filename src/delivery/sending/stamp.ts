import { MAX_EVENT_AGE_MS } from "../../contract/limits.ts";
import type { TelemetryEvent } from "../delivery.ts";

/**
 * Taken off the contract's five minutes: what a request may take on its way, and the whole
 * second a `Date` header is rough by.
 */
const AGE_MARGIN_MS = 30_000;

/** Clocks that differ by less are the same: a `Date` header has whole seconds. */
const CLOCK_TOLERANCE_MS = 2_000;

/** The service's clock minus ours, as far as answers have shown it. */
export class ClockSkew {
  #offsetMs: number | undefined = undefined;

  /** Milliseconds to add to our clock; undefined while the service has not complained. */
  get offsetMs(): number | undefined {
    return this.#offsetMs;
  }

  /** From an answer that called a timestamp stale. Both are milliseconds since the epoch. */
  learn(serverTime: number | undefined, now: number): void {
    if (serverTime === undefined || !Number.isFinite(serverTime)) return;
    const offsetMs = serverTime - now;
    this.#offsetMs = Math.abs(offsetMs) < CLOCK_TOLERANCE_MS ? 0 : offsetMs;
  }

  /** A stamp by our own clock was taken where one by the service's `Date` was not. */
  trustOurs(): void {
    this.#offsetMs = 0;
  }
}

/** Whether two offsets differ by more than a `Date` header's roughness. */
export function offsetChanged(before: number | undefined, after: number | undefined): boolean {
  return Math.abs((before ?? 0) - (after ?? 0)) > CLOCK_TOLERANCE_MS;
}

/** When an event is about to be sent, and by which clock. */
export interface StampMoment {
  /** Our clock, milliseconds since the epoch. */
  readonly now: number;
  /** When the event happened, by our clock. */
  readonly occurredAt: number;
  /** The service's clock minus ours, when known. */
  readonly offsetMs: number | undefined;
  /** True after a stale answer: the moment of sending is the safest stamp there is. */
  readonly stampNow: boolean;
}

/**
 * The event with a `timestamp` the service will take (contract: at most five minutes old), and
 * the very same object where it has one already. A new stamp leaves the time at which the event
 * happened in `metadata.occurred_at` (ISO 8601).
 */
export function stampEvent(event: TelemetryEvent, moment: StampMoment): TelemetryEvent {
  if (!moment.stampNow && isAcceptable(ageMs(event, moment))) return event;
  const metadata = event.metadata ?? {};
  const happened = metadata.occurred_at ?? new Date(moment.occurredAt).toISOString();
  return {
    ...event,
    timestamp: new Date(stampOf(event, moment)).toISOString(),
    metadata: { ...metadata, occurred_at: happened },
  };
}

/** How old the event's present stamp is for the service. */
function ageMs(event: TelemetryEvent, moment: StampMoment): number {
  // Without news the stamp was right for the service when the event was made.
  if (moment.offsetMs === undefined) return moment.now - moment.occurredAt;
  return moment.now + moment.offsetMs - Date.parse(event.timestamp);
}

function stampOf(event: TelemetryEvent, moment: StampMoment): number {
  const offsetMs = moment.offsetMs ?? offsetAtBirth(event, moment.occurredAt);
  const serviceNow = moment.now + offsetMs;
  const happened = moment.occurredAt + offsetMs;
  return !moment.stampNow && isAcceptable(serviceNow - happened) ? happened : serviceNow;
}

/** The difference of clocks that whoever made the event already knew of. `occurredAt` is by our clock. */
export function offsetAtBirth(event: TelemetryEvent, occurredAt: number): number {
  const offsetMs = Date.parse(event.timestamp) - occurredAt;
  return Number.isFinite(offsetMs) ? offsetMs : 0;
}

function isAcceptable(age: number): boolean {
  return age >= -CLOCK_TOLERANCE_MS && age < MAX_EVENT_AGE_MS - AGE_MARGIN_MS;
}
