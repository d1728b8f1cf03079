import type {
  EventSender,
  FinalizeResult,
  IngestResult,
  TelemetryEvent,
} from "../../../src/delivery/delivery.ts";
import { type SimulatedProcess, thawed } from "./simulated-process.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** A sender of events. */
export interface SimulatedSender {
  readonly process: SimulatedProcess;
  readonly isOver: boolean;
  /** Collects the faults of what it sends. */
  readonly faults: string[];
}

/**
 * How the service answers. `silent`: not before the request's own deadline. `loses`: it does what
 * it is asked to, and the connection breaks. `limits`, `suspends`, `locks`: 429, 403, 401.
 */
export type IngestMood = FinalizeMood | "limits" | "suspends" | "locks";
export type FinalizeMood = "up" | "down" | "silent" | "loses" | "changes";

/** The answers of a service that changes its mind with each request. */
const INGEST_MOODS: readonly IngestMood[] = [
  ...(["up", "silent", "loses", "up", "suspends"] as const),
  ...(["limits", "up", "locks", "down", "loses"] as const),
];
const FINALIZE_MOODS: readonly FinalizeMood[] = ["up", "loses", "silent", "down", "up"];

/** The deadline of a request, and the greatest age of an event, in milliseconds. */
const REQUEST_MS = 10_000;
const OLDEST_MS = 300_000;

/** The service of a simulation, and the requests it gets. */
export class SimulatedService {
  mood: IngestMood = "up";
  finalizeMood: FinalizeMood = "up";
  /** Of each 429. */
  retryAfterMs = 1_000;
  readonly stored: Map<string, TelemetryEvent> = new Map();
  readonly finalized: Set<string> = new Set();
  /** Ids of events that it refuses. */
  readonly refused: Set<string> = new Set();
  /** Ids of events that it has ever refused. */
  readonly everRefused: Set<string> = new Set();
  readonly senders: Map<string, SimulatedSender[]> = new Map();
  readonly #limitedUntil = new Map<SimulatedSender, number>();
  readonly #time: VirtualTime;
  #requests = 0;

  constructor(time: VirtualTime) {
    this.#time = time;
  }

  senderOf(app: SimulatedSender): EventSender {
    return {
      canFinalize: () => true,
      ingest: (event, signal) => {
        this.#checkLimit(app, event.event_id);
        return this.#exchange(app, signal, () => this.#ingest(app, event, signal));
      },
      finalize: ({ clientEventId }, signal) =>
        this.#exchange(app, signal, () => this.#finalize(app, clientEventId, signal)),
    };
  }

  /** The result of a request, if its sender is there to receive it. */
  async #exchange<T extends IngestResult | FinalizeResult>(
    app: SimulatedSender,
    signal: AbortSignal,
    answer: () => Promise<T>,
  ): Promise<T | typeof FAILED> {
    await this.#underWay(signal, 10);
    if (app.process.isDead) return new Promise(() => undefined);
    const result = signal.aborted ? FAILED : await answer();
    await thawed(app.process);
    if (app.process.isDead) return new Promise(() => undefined);
    if (signal.aborted) return FAILED;
    if (result.kind === "rate_limited")
      this.#limitedUntil.set(app, this.#time.monotonic() + result.retryAfterMs);
    return result;
  }

  #checkLimit(app: SimulatedSender, id: string): void {
    const earlyMs = (this.#limitedUntil.get(app) ?? 0) - this.#time.monotonic();
    if (earlyMs > 1) app.faults.push(`${id} is sent ${earlyMs} ms too early`);
  }

  async #ingest(
    app: SimulatedSender,
    event: TelemetryEvent,
    signal: AbortSignal,
  ): Promise<IngestResult> {
    const id = event.event_id;
    const mood = this.mood === "changes" ? this.#next(INGEST_MOODS) : this.mood;
    if (mood === "silent") await this.#underWay(signal, REQUEST_MS);
    if (mood === "down" || mood === "silent") return FAILED;
    if (mood === "locks") return UNAUTHORIZED;
    if (mood === "limits")
      return { kind: "rate_limited", retryAfterMs: this.retryAfterMs, error: new Error("429") };
    this.#checkSenders(app, id);
    if (mood === "suspends" || this.refused.has(id)) {
      this.everRefused.add(id);
      return mood === "suspends" ? FORBIDDEN : INVALID;
    }
    const now = this.#time.now();
    const isStored = this.stored.has(id);
    if (!isStored && !(Math.abs(now - Date.parse(event.timestamp)) <= OLDEST_MS))
      return { kind: "stale", serverTime: now, error: new Error("stale") };
    if (!isStored) this.stored.set(id, event);
    if (mood === "loses") return FAILED;
    return { kind: isStored ? "replay" : "stored", ingestMs: 1 };
  }

  #checkSenders(app: SimulatedSender, id: string): void {
    const senders = this.senders.get(id) ?? [];
    for (const sender of senders) {
      // A process of another host may be taken for dead, and continue.
      if (sender !== app && sender.process.host === app.process.host && !sender.isOver)
        app.faults.push(`${id} is sent by two at once`);
    }
    this.senders.set(id, [...senders, app]);
  }

  async #finalize(app: SimulatedSender, id: string, signal: AbortSignal): Promise<FinalizeResult> {
    const mood = this.finalizeMood === "changes" ? this.#next(FINALIZE_MOODS) : this.finalizeMood;
    if (mood === "silent") await this.#underWay(signal, REQUEST_MS);
    if (mood === "down" || mood === "silent") return FAILED;
    if (!this.stored.has(id)) app.faults.push(`${id} is finalized, and not stored`);
    this.finalized.add(id);
    return mood === "loses" ? FAILED : { kind: "finalized" };
  }

  #next<T>(moods: readonly T[]): T {
    this.#requests += 1;
    return moods[this.#requests % moods.length] as T;
  }

  async #underWay(signal: AbortSignal, ms: number): Promise<void> {
    await Promise.race([
      this.#time.sleep(ms),
      new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true })),
    ]);
  }
}

const answer = <K extends string>(kind: K) => ({ kind, error: new Error(kind) }) as const;
const INVALID = answer("invalid");
const FORBIDDEN = answer("forbidden");
const UNAUTHORIZED = answer("unauthorized");
const FAILED = answer("failed");
