import type {
  EventSender,
  FinalizeResult,
  IngestResult,
  TelemetryEvent,
} from "../../src/delivery/delivery.ts";
import type { VirtualTime } from "./simulated/virtual-time.ts";

/** An ingest request that was sent. */
export interface SentIngest {
  readonly event: TelemetryEvent;
  readonly json: string | undefined;
  /** Virtual monotonic time in milliseconds. */
  readonly at: number;
}

export interface SentFinalize {
  readonly clientEventId: string;
  readonly ingestMs: number;
  readonly at: number;
}

/** A scripted answer; undefined stands for that of a working service. */
export type IngestScript = (event: TelemetryEvent, nth: number) => IngestResult | undefined;
export type FinalizeScript = (clientEventId: string, nth: number) => FinalizeResult | undefined;

/** The connection was lost after the service had stored the event. */
export const LOST_AFTER_STORE = {
  kind: "failed",
  error: new Error("the connection was lost after the event was stored"),
} as const;

export const FAILED = { kind: "failed", error: new Error("503") } as const;

/** A 503 with a Retry-After. */
export function awayFor(retryAfterMs: number) {
  return { ...FAILED, retryAfterMs };
}

const answer = <K extends string>(kind: K) => ({ kind, error: new Error(kind) }) as const;
export const INVALID = answer("invalid");
export const FORBIDDEN = answer("forbidden");
export const UNAUTHORIZED = answer("unauthorized");
export const OVERSIZE = answer("oversize");

export function rateLimited(retryAfterMs: number): IngestResult {
  return { kind: "rate_limited", retryAfterMs, error: new Error("429") };
}

/**
 * A service in memory, behind the sender interface of deliveries: it stores each id once and
 * answers replays as the contract says. Scripts make it fail.
 */
export class ScriptedSender implements EventSender {
  readonly ingests: SentIngest[] = [];
  readonly finalizes: SentFinalize[] = [];
  /** How often each id was stored. */
  readonly stored = new Map<string, number>();
  onIngest: IngestScript = () => undefined;
  onFinalize: FinalizeScript = () => undefined;
  latencyMs: number | (() => number) = 0;
  liveKey = true;
  inFlight = 0;
  maxInFlight = 0;
  readonly #time: VirtualTime;

  constructor(time: VirtualTime) {
    this.#time = time;
  }

  canFinalize(): boolean {
    return this.liveKey;
  }

  async ingest(event: TelemetryEvent, signal: AbortSignal, json?: string): Promise<IngestResult> {
    this.ingests.push({ event, json, at: this.#time.monotonic() });
    const nth = this.ingests.length;
    return this.#underWay(signal, () => this.#answerIngest(event, nth));
  }

  async finalize(
    request: { readonly clientEventId: string; readonly ingestMs: number },
    signal: AbortSignal,
  ): Promise<FinalizeResult> {
    this.finalizes.push({ ...request, at: this.#time.monotonic() });
    const nth = this.finalizes.length;
    return this.#underWay(signal, () => {
      return this.onFinalize(request.clientEventId, nth) ?? { kind: "finalized" as const };
    });
  }

  #answerIngest(event: TelemetryEvent, nth: number): IngestResult {
    const scripted = this.onIngest(event, nth);
    if (scripted !== undefined && scripted !== LOST_AFTER_STORE) return scripted;
    const known = this.stored.get(event.event_id) ?? 0;
    if (known > 0) return scripted ?? { kind: "replay", ingestMs: 7 };
    this.stored.set(event.event_id, known + 1);
    return scripted ?? { kind: "stored", ingestMs: 7 };
  }

  async #underWay<T>(
    signal: AbortSignal,
    respond: () => T,
  ): Promise<T | { readonly kind: "failed"; readonly error: Error }> {
    this.inFlight += 1;
    this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
    const latencyMs = typeof this.latencyMs === "number" ? this.latencyMs : this.latencyMs();
    try {
      if (latencyMs > 0) await this.#waitOrAbort(latencyMs, signal);
      return signal.aborted ? { kind: "failed", error: new Error("aborted") } : respond();
    } finally {
      this.inFlight -= 1;
    }
  }

  #waitOrAbort(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#time.schedule(end, ms);
      signal.addEventListener("abort", end, { once: true });
      function end(): void {
        cancel();
        signal.removeEventListener("abort", end);
        resolve();
      }
    });
  }
}
