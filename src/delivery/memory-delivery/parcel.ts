import { MAX_BODY_BYTES } from "../../contract/limits.ts";
import type { DeliveryOutcome } from "../../types.ts";
import type { EventRecord, TelemetryEvent } from "../delivery.ts";
import type { Numbered } from "../sending/pending-events.ts";
import { shrinkEvent } from "../sending/shrink.ts";
import { beginTrip, type Trip } from "../sending/trip.ts";

/** An event held in memory. */
export interface Parcel extends Trip, Numbered<Parcel> {
  /** Size as JSON when it was handed over. */
  bytes: number;
  /** Monotonic milliseconds. */
  readonly submittedAt: number;
  /** Stops its requests; shared by all events where none is stopped alone. */
  readonly stop: AbortController;
  readonly receive: (outcome: DeliveryOutcome) => void;
}

/** What is known when an event is handed over. */
export interface Handover {
  readonly number: number;
  readonly submittedAt: number;
  readonly stop: AbortController;
  readonly receive: (outcome: DeliveryOutcome) => void;
}

type Unfinished<T> = { -readonly [K in keyof T]: T[K] };

/** An event that was handed over, not measured yet. Field by field, which V8 does ten times faster. */
export function makeParcel(record: EventRecord, handover: Handover): Parcel {
  const parcel = beginTrip(record, handover.stop.signal) as Unfinished<Parcel>;
  parcel.number = handover.number;
  parcel.submittedAt = handover.submittedAt;
  parcel.stop = handover.stop;
  parcel.receive = handover.receive;
  parcel.bytes = 0;
  parcel.node = undefined;
  return parcel;
}

/**
 * Writes the event once, to know its size and to have it ready for the wire. What is larger
 * than the service reads is shrunk here: a refusal in the middle of such an upload looks like
 * a lost connection, and would be tried for ever.
 *
 * @throws TypeError when the event cannot be written as JSON.
 */
export function measure(parcel: Parcel): void {
  for (;;) {
    const json = write(parcel);
    parcel.bytes = Buffer.byteLength(json);
    parcel.json = json;
    if (parcel.bytes <= MAX_BODY_BYTES) return;
    const smaller = shrinkEvent(parcel.event, parcel.shrinkSteps);
    if (smaller === undefined) return;
    parcel.event = smaller.event;
    parcel.shrinkSteps = smaller.steps;
  }
}

/** Of a usage that is no JSON (an answer's, so anybody's) only the usage is lost, not the event. */
function write(parcel: Parcel): string {
  try {
    return JSON.stringify(parcel.event);
  } catch {
    // Of the record as well, which is written once more where the event is rejected.
    parcel.record = { ...parcel.record, event: withoutUsage(parcel.record.event) };
    parcel.event = withoutUsage(parcel.event);
    return JSON.stringify(parcel.event);
  }
}

function withoutUsage({ usage: _, ...rest }: TelemetryEvent): TelemetryEvent {
  return rest;
}
