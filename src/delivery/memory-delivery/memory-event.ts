import { MAX_BODY_BYTES } from "../../contract/limits.ts";
import type { DeliveryOutcome } from "../../types.ts";
import type { EventRecord, TelemetryEvent } from "../delivery.ts";
import type { Numbered } from "../sending/pending-events.ts";
import { newQueuedEvent, type QueuedEvent } from "../sending/queued-event.ts";
import { shrinkEvent } from "../sending/shrink.ts";

/** An event held in memory. */
export interface MemoryEvent extends QueuedEvent, Numbered<MemoryEvent> {
  /** Size as JSON in bytes when it was submitted. */
  bytes: number;
  /** Monotonic milliseconds. */
  readonly submittedAt: number;
  /** Aborts its requests; shared by all events if none is aborted alone. */
  readonly stop: AbortController;
  readonly receive: (outcome: DeliveryOutcome) => void;
}

/** What is known when an event is submitted. */
export interface Submitted {
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
export function makeMemoryEvent(record: EventRecord, details: Submitted): MemoryEvent {
  const held = newQueuedEvent(record, details.stop.signal) as Unfinished<MemoryEvent>;
  held.number = details.number;
  held.submittedAt = details.submittedAt;
  held.stop = details.stop;
  held.receive = details.receive;
  held.bytes = 0;
  held.node = undefined;
  return held;
}

/**
 * Serializes the event, to know its size and to have it ready for sending. One larger than the
 * service reads is shrunk here: a refusal in the middle of such an upload looks like a lost
 * connection and would be retried forever.
 *
 * @throws TypeError if the event cannot be serialized.
 */
export function measure(held: MemoryEvent): void {
  for (;;) {
    const json = write(held);
    held.bytes = Buffer.byteLength(json);
    held.json = json;
    if (held.bytes <= MAX_BODY_BYTES) return;
    const smaller = shrinkEvent(held.event, held.shrinkSteps);
    if (smaller === undefined) return;
    held.event = smaller.event;
    held.shrinkSteps = smaller.steps;
  }
}

/**
 * If only its usage, which may come from a custom codec, cannot be serialized, only that is
 * dropped.
 */
function write(held: MemoryEvent): string {
  try {
    return JSON.stringify(held.event);
  } catch {
    // Also in the record, which is serialized again if the event is rejected.
    held.record = { ...held.record, event: withoutUsage(held.record.event) };
    held.event = withoutUsage(held.event);
    return JSON.stringify(held.event);
  }
}

function withoutUsage({ usage: _, ...rest }: TelemetryEvent): TelemetryEvent {
  return rest;
}
