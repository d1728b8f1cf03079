import type {
  EventRecord,
  EventSender,
  FinalizeResult,
  IngestResult,
  TelemetryEvent,
} from "../delivery/delivery.ts";

/** An ingest request, as received. */
export interface SeenIngest {
  readonly event: TelemetryEvent;
  /** Monotonic milliseconds. */
  readonly at: number;
}

/** A finalize request, as received. */
export interface SeenFinalize {
  readonly clientEventId: string;
  readonly ingestMs: number;
}

/** Stands for a lost response: the service has stored the event, but the sender gets a failure. */
export const LOST_ANSWER: IngestResult = {
  kind: "failed",
  error: new Error("the connection was lost after the event was stored"),
};

/** The result of a service that is down. */
export const DOWN: IngestResult = { kind: "failed", error: new Error("503") };

/**
 * The service in memory, as deliveries see it through their sender: stores each id once, answers
 * replays as the contract says, and fails as scripted.
 */
export class ContractService implements EventSender {
  readonly ingests: SeenIngest[] = [];
  readonly finalized: string[] = [];
  /** All finalize requests, whatever the result. */
  readonly finalizes: SeenFinalize[] = [];
  /** Number of requests that have no response and were not aborted. */
  underWay = 0;
  /** If true, requests are received but never answered. */
  hangs = false;
  /** Whether the key may finalize. */
  isLive = true;
  /** How often each id was stored. */
  readonly stored = new Map<string, number>();
  /** The result of the nth ingest request (from 1); undefined for the default behaviour. */
  onIngest: (event: TelemetryEvent, nth: number) => IngestResult | undefined = () => undefined;
  onFinalize: (nth: number) => FinalizeResult | undefined = () => undefined;

  canFinalize(): boolean {
    return this.isLive;
  }

  async ingest(event: TelemetryEvent, signal: AbortSignal, json?: string): Promise<IngestResult> {
    // If a delivery passes the JSON text, that is what would be sent.
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

/** A new event with a generated id. */
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

/** A timer that, like the library's sockets, does not keep the process alive. */
function shortly(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 1).unref();
  });
}
