import { MAX_BODY_BYTES } from "../../contract/limits.ts";
import type { DeliveryOutcome } from "../../types.ts";
import type { EventRecord, TelemetryEvent } from "../delivery.ts";
import type { Numbered } from "../sending/pending-events.ts";
import { shrinkEvent } from "../sending/shrink.ts";
import { beginTrip, type Trip } from "../sending/trip.ts";

/** An event held in memory. */
export interface Parcel extends Trip, Numbered<Parcel> {
  /** Size as JSON in bytes when it was submitted. */
  bytes: number;
  /** Monotonic milliseconds. */
  readonly submittedAt: number;
  /** Aborts its requests; shared by all events if none is aborted alone. */
  readonly stop: AbortController;
  readonly receive: (outcome: DeliveryOutcome) => void;
}

/** What is known when an event is submitted. */
export interface Handover {
  readonly number: number;
  readonly submittedAt: number;
  readonly stop: AbortController;
  readonly receive: (outcome: DeliveryOutcome) => void;
}

type Unfinished<T> = { -readonly [K in keyof T]: T[K] };

/**
 * A submitted event that has not been measured. Written field by field, which is ten times faster
 * in V8 than spreading.
 */
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
 * Serializes the event, to know its size and to have it ready for sending. One larger than the
 * service reads is shrunk here: a refusal in the middle of such an upload looks like a lost
 * connection and would be retried forever.
 *
 * @throws TypeError if the event cannot be serialized.
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

/**
 * If only its usage, which may come from a custom codec, cannot be serialized, only that is
 * dropped.
 */
function write(parcel: Parcel): string {
  try {
    return JSON.stringify(parcel.event);
  } catch {
    // Also in the record, which is serialized again if the event is rejected.
    parcel.record = { ...parcel.record, event: withoutUsage(parcel.record.event) };
    parcel.event = withoutUsage(parcel.event);
    return JSON.stringify(parcel.event);
  }
}

function withoutUsage({ usage: _, ...rest }: TelemetryEvent): TelemetryEvent {
  return rest;
}
