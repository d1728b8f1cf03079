import type { RateLimit } from "../types.ts";

/** What is asked of the guard (specification, "Guard request"). */
export interface GuardRequest {
  readonly input: string;
  readonly model?: string | undefined;
  readonly userId?: string | undefined;
  /** One UUID for the whole lifecycle; made here when left out, and given back in the answer. */
  readonly clientEventId?: string | undefined;
  readonly requestIdentity?:
    | { readonly userAgent?: string | undefined; readonly tenantId?: string | undefined }
    | undefined;
  readonly clientCapabilities?: { readonly framework?: string | undefined } | undefined;
}

/** The same in the contract's names. The system is the client's own. */
export interface GuardRequestAsSent {
  readonly input: string;
  readonly model?: string | undefined;
  readonly user_id?: string | undefined;
  readonly client_event_id?: string | undefined;
  readonly request_identity?:
    | { readonly user_agent?: string | undefined; readonly tenant_id?: string | undefined }
    | undefined;
  readonly client_capabilities?: { readonly framework?: string | undefined } | undefined;
}

/** A decision of the guard. A denial is one too, and no exception. */
export interface GuardAnswer {
  readonly allowed: boolean;
  readonly reason: string | undefined;
  readonly clientEventId: string;
  readonly guardEventId: string | undefined;
  /** When set, this text goes to the provider instead of the input. */
  readonly transformedInput: string | undefined;
  readonly shadowMode: unknown;
  readonly simulatedDecision: unknown;
  readonly rateLimit: RateLimit | undefined;
  /** The whole answer as parsed, kept out of inspection. */
  raw(): unknown;
}

/** What became of an event. `duplicate`: the service had it already, which is success on a retry. */
export interface IngestAnswer {
  readonly success: true;
  readonly status: "stored" | "accepted" | "duplicate";
  readonly eventId: string;
  /** Why a fail-open service took it without storing everything. */
  readonly reason: string | undefined;
  /** Duration of the request, as `finalize` takes it. */
  readonly ingestMs: number;
  readonly rateLimit: RateLimit | undefined;
}

/**
 * The duration of an ingest request, in whole milliseconds from 0 to 600,000: as `ingest` gives it,
 * or by the contract's name for it.
 */
export type FinalizeByHand =
  | { readonly clientEventId: string; readonly ingestMs: number }
  | { readonly clientEventId: string; readonly sdkIngestMs: number }
  | { readonly client_event_id: string; readonly sdk_ingest_ms: number };

/** The time was stored, now or before. */
export interface FinalizeAnswer {
  readonly success: true;
  readonly clientEventId: string;
  /** What the service keeps, where it says so: the first value that it was given. */
  readonly sdkIngestMs: number | undefined;
  readonly rateLimit: RateLimit | undefined;
}

/** Limits of one request. */
export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Limits of a guard phase. */
export interface GuardOptions extends RequestOptions {
  /** Milliseconds for all attempts together. Default: the option `guardDeadlineMs`. */
  readonly deadlineMs?: number | undefined;
}
