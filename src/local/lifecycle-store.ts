import type { IngestRequest } from "../contract/ingest.ts";
import type { DecisionRow, GuardRow, LifecycleRow } from "./lifecycle-row.ts";

/** How much a store keeps; beyond that, the oldest lifecycles are removed. */
export interface StoreBounds {
  readonly maxLifecycles: number;
  /** Size of prompts and events, as received. */
  readonly maxBytes: number;
}

interface Row {
  readonly clientEventId: string;
  guard: GuardRow | undefined;
  decision: DecisionRow | undefined;
  readonly events: IngestRequest[];
  sdkIngestMs: number | undefined;
  bytes: number;
}

/**
 * Lifecycles and events in memory, oldest first. UUIDs are compared case-insensitively (RFC 9562,
 * section 4).
 */
export class LifecycleStore {
  readonly #bounds: StoreBounds;
  readonly #rows = new Map<string, Row>();
  readonly #events = new Map<string, IngestRequest>();
  #bytes = 0;

  constructor(bounds: StoreBounds) {
    this.#bounds = bounds;
  }

  /** Records a guarded call, or another check of the same call. */
  guarded(clientEventId: string, guard: Omit<GuardRow, "checks">, decision: DecisionRow): void {
    const row = this.#rowOf(clientEventId);
    row.guard = { ...guard, checks: (row.guard?.checks ?? 0) + 1 };
    row.decision = decision;
    this.#grow(row, Buffer.byteLength(guard.input));
  }

  /** Stores an event once per `event_id`. `bytes`: its size as received. */
  ingest(event: IngestRequest, bytes: number): "stored" | "replay" {
    const eventId = event.event_id.toLowerCase();
    if (this.#events.has(eventId)) return "replay";
    this.#events.set(eventId, event);
    const row = this.#rowOf(event.metadata?.client_event_id ?? event.event_id);
    row.events.push(event);
    this.#grow(row, bytes);
    return "stored";
  }

  /** Keeps the first value and returns it; undefined if there is no such event. */
  finalize(clientEventId: string, ingestMs: number): number | undefined {
    const row = this.#rows.get(clientEventId.toLowerCase());
    if (row === undefined || row.events.length === 0) return undefined;
    row.sdkIngestMs ??= ingestMs;
    return row.sdkIngestMs;
  }

  /** All lifecycles, oldest first. */
  rows(): LifecycleRow[] {
    return Array.from(this.#rows.values(), snapshotOf);
  }

  /** All stored events, in order of arrival. */
  events(): IngestRequest[] {
    return [...this.#events.values()];
  }

  clear(): void {
    this.#rows.clear();
    this.#events.clear();
    this.#bytes = 0;
  }

  #rowOf(clientEventId: string): Row {
    const key = clientEventId.toLowerCase();
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const row: Row = {
      clientEventId,
      guard: undefined,
      decision: undefined,
      events: [],
      sdkIngestMs: undefined,
      bytes: 0,
    };
    this.#rows.set(key, row);
    return row;
  }

  #grow(row: Row, bytes: number): void {
    row.bytes += bytes;
    this.#bytes += bytes;
    const { maxLifecycles, maxBytes } = this.#bounds;
    for (const [key, oldest] of this.#rows) {
      if (this.#rows.size <= maxLifecycles && this.#bytes <= maxBytes) return;
      if (oldest === row) return;
      this.#rows.delete(key);
      this.#bytes -= oldest.bytes;
      for (const event of oldest.events) this.#events.delete(event.event_id.toLowerCase());
    }
  }
}

function snapshotOf(row: Row): LifecycleRow {
  const id = row.clientEventId.toLowerCase();
  const own = row.events.find((event) => event.event_id.toLowerCase() === id) ?? row.events[0];
  return {
    clientEventId: row.clientEventId,
    state: stateOf(row),
    guard: row.guard,
    decision: row.decision,
    event: own,
    otherEvents: row.events.filter((event) => event !== own),
    sdkIngestMs: row.sdkIngestMs,
  };
}

function stateOf(row: Row): LifecycleRow["state"] {
  if (row.sdkIngestMs !== undefined) return "finalized";
  if (row.events.length > 0) return "ingested";
  return row.decision?.allowed === false ? "denied" : "guarded";
}
