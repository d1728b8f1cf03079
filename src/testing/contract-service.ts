import type {
  EventRecord,
  EventSender,
  FinalizeResult,
  IngestResult,
  TelemetryEvent,
} from "../delivery/delivery.ts";

/** An ingest request as the service saw it. */
export interface SeenIngest {
  readonly event: TelemetryEvent;
  /** Monotonic milliseconds. */
  readonly at: number;
}

/** A finalize request as the service saw it. */
export interface SeenFinalize {
  readonly clientEventId: string;
  readonly ingestMs: number;
}

/** Marks an answer that got lost: the service has stored the event, the sender heard a failure. */
export const LOST_ANSWER: IngestResult = {
  kind: "failed",
  error: new Error("the connection was lost after the event was stored"),
};

/** An answer that says the service is down. */
export const DOWN: IngestResult = { kind: "failed", error: new Error("503") };

/**
 * The service in memory, as deliveries see it through their sender: stores each id once,
 * answers replays as the contract says, and fails when its scripts say so.
 */
export class ContractService implements EventSender {
  readonly ingests: SeenIngest[] = [];
  readonly finalized: string[] = [];
  /** Everything it was asked to finalize, whatever it said. */
  readonly finalizes: SeenFinalize[] = [];
  /** Requests that were not given up and have no answer. */
  underWay = 0;
  /** Takes requests and never answers. */
  hangs = false;
  /** Whether the key may finalize. */
  isLive = true;
  /** How often each id was stored. */
  readonly stored = new Map<string, number>();
  /** Answers the nth ingest (from 1); undefined leaves it to the service. */
  onIngest: (event: TelemetryEvent, nth: number) => IngestResult | undefined = () => undefined;
  onFinalize: (nth: number) => FinalizeResult | undefined = () => undefined;

  canFinalize(): boolean {
    return this.isLive;
  }

  async ingest(event: TelemetryEvent, signal: AbortSignal, json?: string): Promise<IngestResult> {
    // What goes on the wire is the text, where a delivery gives one.
    this.ingests.push({
      event: json === undefined ? event : JSON.parse(json),
      at: performance.now(),
    });
    const nth = this.ingests.length;
    this.underWay += 1;
    if (this.hangs) await aborted(signal);
    else await shortly();
    this.underWay -= 1;
    if (signal.aborted) return { kind: "failed", error: new Error("aborted") };
    const scripted = this.onIngest(event, nth);
    if (scripted !== undefined && scripted !== LOST_ANSWER) return scripted;
    const before = this.stored.get(event.event_id) ?? 0;
    if (before > 0) return scripted ?? { kind: "replay", ingestMs: 1 };
    this.stored.set(event.event_id, before + 1);
    return scripted ?? { kind: "stored", ingestMs: 1 };
  }

  async finalize(request: SeenFinalize): Promise<FinalizeResult> {
    this.finalizes.push(request);
    const nth = this.finalizes.length;
    await shortly();
    const scripted = this.onFinalize(nth);
    if (scripted !== undefined) return scripted;
    this.finalized.push(request.clientEventId);
    return { kind: "finalized" };
  }
}

/** An event that has just happened, under an id of the library's. */
export function freshRecord(changes: Partial<EventRecord> = {}): EventRecord {
  const eventId = crypto.randomUUID();
  const occurredAt = Date.now();
  const event: TelemetryEvent = {
    event_id: eventId,
    input: "What is the capital of France?",
    output: "Paris.",
    model: "contract-model",
    timestamp: new Date(occurredAt).toISOString(),
    metadata: { client_event_id: eventId },
  };
  return { event, finalize: true, idGivenByCaller: false, occurredAt, ...changes };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** A timer that, like a socket of the library, does not keep the process alive. */
function shortly(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 1).unref();
  });
}
