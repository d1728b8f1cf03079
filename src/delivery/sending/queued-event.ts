import type { DeliveryOutcome } from "../../types.ts";
import type { EventRecord, TelemetryEvent } from "../delivery.ts";
import type { Delayed } from "./due-heap.ts";

/** The service's answer when it stored the event. */
export interface Stored {
  readonly status: "delivered" | "duplicate" | "accepted";
  /** Milliseconds, an integer within the contract's limits for finalize. */
  readonly ingestMs: number;
  readonly reason: string | undefined;
}

/** One event on its way to its outcome, with its history. */
export interface QueuedEvent extends Delayed {
  /** As submitted, except for parts that cannot be serialized. */
  record: EventRecord;
  /** Aborts the requests of this event. */
  readonly signal: AbortSignal;
  /** The event as it is sent next, apart from its timestamp: the record's, or a shrunk one. */
  event: TelemetryEvent;
  /** `event` as JSON, until the first attempt; not kept while it waits. */
  json: string | undefined;
  /** Ingest requests sent. */
  attempts: number;
  /** Failed attempts while the gate was open. In a pause, they say nothing about the event. */
  failures: number;
  /** Whether a failed attempt may have reached the service nevertheless. */
  uncertain: boolean;
  /** Shrinking steps taken. */
  shrinkSteps: number;
  staleAnswers: number;
  /**
   * Whether its timestamp is by our own clock, because the service refused the one by its own
   * `Date`.
   */
  byOurClock: boolean;
  /** The service's clock minus ours, as known at the last attempt. */
  sentWithOffsetMs: number | undefined;
  stored: Stored | undefined;
  finalizeFailures: number;
  /** Whether its finalize is sent after its outcome. */
  late: boolean;
  /** Whether the current attempt is the probe of a pause. */
  probe: boolean;
  /** Set once it has its outcome; later results are ignored. */
  over: boolean;
  /** End of its wait, in monotonic milliseconds. */
  dueAt: number;
  /** The earliest time it may be sent, even if somebody waits, in monotonic milliseconds. */
  notBefore: number;
}

/** An event that has just been submitted. */
export function newQueuedEvent(record: EventRecord, signal: AbortSignal): QueuedEvent {
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

/** The outcome of a stored event. */
export function storedOutcome(
  queued: QueuedEvent,
  stored: Stored,
  finalized: DeliveryOutcome["finalized"],
): DeliveryOutcome {
  const { status, ingestMs, reason } = stored;
  const eventId = queued.record.event.event_id;
  return { status, eventId, ingestMs, attempts: queued.attempts, finalized, reason };
}

/** The outcome of an event that the service refuses for good. */
export function rejectedOutcome(
  queued: QueuedEvent,
  reason: string,
  error: Error,
): DeliveryOutcome {
  const eventId = queued.record.event.event_id;
  const { attempts } = queued;
  return { status: "rejected", eventId, attempts, finalized: "skipped", reason, error };
}

/**
 * The outcome of an event that ends here, whatever was still to be done: a stored one is delivered,
 * though without its finalize.
 */
export function endedOutcome(queued: QueuedEvent, reason: string): DeliveryOutcome {
  if (queued.stored !== undefined) {
    return storedOutcome(queued, queued.stored, queued.record.finalize ? false : "skipped");
  }
  const eventId = queued.record.event.event_id;
  return { status: "dropped", eventId, attempts: queued.attempts, finalized: "skipped", reason };
}
