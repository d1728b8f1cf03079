import type {
  CallNote,
  EventRecord,
  RunningDelivery,
  Submission,
} from "../../../src/delivery/delivery.ts";
import type { TelemetryEvent } from "../../../src/telemetry.ts";
import type { DeliveryCounters, DeliveryOutcome } from "../../../src/types.ts";

/** How the delivery behaves. Default: like a memory delivery. */
export interface RecordingOptions {
  /** Keeps notes of approved calls and returns `stored` promises, as a durable delivery does. */
  readonly durable?: boolean;
  /** Called before a call's guard request. */
  readonly admit?: (signal: AbortSignal | undefined) => Promise<void> | undefined;
  /** Resolves when a note or an event is stored. Default: at once. Durable only. */
  readonly store?: (what: "note" | "event") => Promise<void>;
  /** Resolves to an event's outcome. Default: at once. */
  readonly receive?: (record: EventRecord) => Promise<DeliveryOutcome>;
  readonly submit?: (record: EventRecord) => Submission;
}

/** Records everything a lifecycle hands over, and counts it. */
export class RecordingDelivery implements RunningDelivery {
  readonly submitted: EventRecord[] = [];
  readonly notes: CallNote[] = [];
  readonly forgotten: string[] = [];
  /** Only durable deliveries have notes. */
  note?: (call: CallNote) => Promise<void>;
  admitted = 0;
  closed = 0;
  flushed: number[] = [];
  readonly #options: RecordingOptions;

  constructor(options: RecordingOptions = {}) {
    this.#options = options;
    if (options.durable !== true) return;
    this.note = (call) => {
      this.notes.push(call);
      return options.store?.("note") ?? Promise.resolve();
    };
  }

  /** The bodies of the events. */
  get events(): TelemetryEvent[] {
    return this.submitted.map((record) => record.event);
  }

  /** Number of admitted calls that neither left an event nor released their space. */
  get placesKept(): number {
    return this.admitted - this.submitted.length - this.forgotten.length;
  }

  admit(signal: AbortSignal | undefined): Promise<void> | undefined {
    const room = this.#options.admit?.(signal);
    if (room === undefined) {
      this.admitted += 1;
      return undefined;
    }
    return room.then(() => {
      this.admitted += 1;
    });
  }

  forget(eventId: string): void {
    this.forgotten.push(eventId);
  }

  submit(record: EventRecord): Submission {
    this.submitted.push(record);
    if (this.#options.submit !== undefined) return this.#options.submit(record);
    const eventId = record.event.event_id;
    const outcome = this.#options.receive?.(record) ?? Promise.resolve(delivered(eventId));
    if (this.#options.durable !== true) return { stored: undefined, outcome };
    return { stored: this.#options.store?.("event") ?? Promise.resolve(), outcome };
  }

  async flush(options: { readonly deadlineMs: number }): Promise<void> {
    this.flushed.push(options.deadlineMs);
  }

  async close(): Promise<void> {
    this.closed += 1;
  }

  counters(): DeliveryCounters {
    const created = this.submitted.length;
    return {
      created,
      delivered: created,
      duplicate: 0,
      accepted: 0,
      rejected: 0,
      dropped: {},
      persisted: 0,
      pending: 0,
      lost: 0,
    };
  }
}

/** The outcome of an event that was delivered at once. */
function delivered(eventId: string): DeliveryOutcome {
  return { status: "delivered", eventId, ingestMs: 5, attempts: 1, finalized: true };
}
