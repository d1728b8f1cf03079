import type { DeliveryOutcome } from "../../types.ts";
import type { EventRecord, TelemetryEvent } from "../delivery.ts";
import type { Resting } from "./due-heap.ts";

/** What the service said when it took the event. */
export interface Stored {
  readonly status: "delivered" | "duplicate" | "accepted";
  /** Milliseconds, an integer within the contract's bounds for finalize. */
  readonly ingestMs: number;
  readonly reason: string | undefined;
}

/** One event on its way to its outcome, with what has happened to it so far. */
export interface Trip extends Resting {
  /** As it was handed over, but for what cannot be written as JSON. */
  record: EventRecord;
  /** Aborts the requests of this event. */
  readonly signal: AbortSignal;
  /** The event as it is sent next, apart from its stamp: the record's, or a shrunk one. */
  event: TelemetryEvent;
  /** `event` as text, until the first attempt; not kept in waiting. */
  json: string | undefined;
  /** Ingest requests that were sent. */
  attempts: number;
  /** Attempts that failed while the gate was open. In a pause they say nothing of the event. */
  failures: number;
  /** Whether one of them may have reached the service all the same. */
  uncertain: boolean;
  /** Steps of shrinking behind it. */
  shrinkSteps: number;
  staleAnswers: number;
  /** Whether it is stamped by our own clock: the service has refused its own, as its `Date` shows that. */
  byOurClock: boolean;
  /** The service's clock minus ours, as it was believed at the last attempt. */
  sentWithOffsetMs: number | undefined;
  stored: Stored | undefined;
  finalizeFailures: number;
  /** Whether its finalize comes after its receipt. */
  late: boolean;
  /** Whether the attempt under way is the probe of a pause. */
  probe: boolean;
  /** Set once it has its outcome; whatever comes back later is ignored. */
  over: boolean;
  /** End of its rest, monotonic milliseconds. */
  dueAt: number;
  /** Before this nobody's hurry has it sent, monotonic milliseconds. */
  notBefore: number;
}

/** An event at the start of its way. */
export function beginTrip(record: EventRecord, signal: AbortSignal): Trip {
  return {
    record,
    signal,
    event: record.event,
    json: undefined,
    attempts: 0,
    failures: 0,
    uncertain: false,
    shrinkSteps: 0,
    staleAnswers: 0,
    byOurClock: false,
    sentWithOffsetMs: undefined,
    stored: undefined,
    finalizeFailures: 0,
    late: false,
    probe: false,
    over: false,
    dueAt: 0,
    notBefore: 0,
  };
}

/** The receipt of an event the service has. */
export function storedOutcome(
  trip: Trip,
  stored: Stored,
  finalized: DeliveryOutcome["finalized"],
): DeliveryOutcome {
  const { status, ingestMs, reason } = stored;
  const eventId = trip.record.event.event_id;
  return { status, eventId, ingestMs, attempts: trip.attempts, finalized, reason };
}

/** The receipt of an event the service will not take. */
export function rejectedOutcome(trip: Trip, reason: string, error: Error): DeliveryOutcome {
  const eventId = trip.record.event.event_id;
  const { attempts } = trip;
  return { status: "rejected", eventId, attempts, finalized: "skipped", reason, error };
}

/**
 * The receipt of an event whose way ends here, whatever was still to be done: one the service
 * has is delivered, if without its finalize.
 */
export function endedOutcome(trip: Trip, reason: string): DeliveryOutcome {
  if (trip.stored !== undefined) {
    return storedOutcome(trip, trip.stored, trip.record.finalize ? false : "skipped");
  }
  const eventId = trip.record.event.event_id;
  return { status: "dropped", eventId, attempts: trip.attempts, finalized: "skipped", reason };
}
