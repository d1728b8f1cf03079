import type { RateLimit } from "../../types.ts";

/** What is asked of the guard (specification, "Guard request"). */
export interface GuardRequest {
  /** The text to check: of a conversation all of it that the model is to see. */
  readonly input: string;
  /** As the provider is to be asked for it; an empty one is sent as `unknown`. */
  readonly model?: string | undefined;
  /** The end user: `user_id`. */
  readonly userId?: string | undefined;
  /** One UUID for the whole lifecycle; made here when left out, and given back in the answer. */
  readonly clientEventId?: string | undefined;
  /** `request_identity`: the two keys that the guard takes. */
  readonly requestIdentity?:
    | { readonly userAgent?: string | undefined; readonly tenantId?: string | undefined }
    | undefined;
  /** `client_capabilities`: the one key that the guard takes. */
  readonly clientCapabilities?: { readonly framework?: string | undefined } | undefined;
}

/** The same in the contract's names. The system is the client's own. */
export interface GuardRequestAsSent {
  /** The text to check. */
  readonly input: string;
  /** An empty one is sent as `unknown`. */
  readonly model?: string | undefined;
  /** The end user. */
  readonly user_id?: string | undefined;
  /** One UUID for the whole lifecycle; made here when left out. */
  readonly client_event_id?: string | undefined;
  /** The two keys that the guard takes; others are not sent. */
  readonly request_identity?:
    | { readonly user_agent?: string | undefined; readonly tenant_id?: string | undefined }
    | undefined;
  /** The one key that the guard takes; others are not sent. */
  readonly client_capabilities?: { readonly framework?: string | undefined } | undefined;
}

/** A decision of the guard. A denial is one too, and no exception. */
export interface GuardAnswer {
  /** False: the provider must not be called. */
  readonly allowed: boolean;
  /** Undefined unless it was a string: its type is not promised. */
  readonly reason: string | undefined;
  /**
   * The id that was asked with, made here where none was given: `event_id` of the ingest,
   * `client_event_id` of the finalize.
   */
  readonly clientEventId: string;
  /** For the event's `metadata.guard_event_id`; undefined when the guard gave none. */
  readonly guardEventId: string | undefined;
  /** When set, this text goes to the provider instead of the input. */
  readonly transformedInput: string | undefined;
  /** `shadow_mode` as it came: neither type nor meaning is promised. */
  readonly shadowMode: unknown;
  /** `simulated_decision`, likewise. */
  readonly simulatedDecision: unknown;
  /** Of this answer; undefined when it had no such headers. */
  readonly rateLimit: RateLimit | undefined;
  /** The whole answer as parsed, kept out of inspection. */
  raw(): unknown;
}

/** What became of an event. `duplicate`: the service had it already, which is success on a retry. */
export interface IngestAnswer {
  /** Always true: what was not stored is thrown. */
  readonly success: true;
  /**
   * `accepted`: a fail-open service took it without storing everything. `duplicate`: 409
   * `replay_detected`.
   */
  readonly status: "stored" | "accepted" | "duplicate";
  /** The one that was sent. */
  readonly eventId: string;
  /** Why a fail-open service took it without storing everything. */
  readonly reason: string | undefined;
  /** Duration of the request in whole milliseconds, 0 to 600,000, as `finalize` takes it. */
  readonly ingestMs: number;
  /** Of this answer; undefined when it had no such headers. */
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
  /** Always true: what was not stored is thrown. */
  readonly success: true;
  /** The one that was sent. */
  readonly clientEventId: string;
  /** What the service keeps, where it says so: the first value that it was given. */
  readonly sdkIngestMs: number | undefined;
  /** Of this answer; undefined when it had no such headers. */
  readonly rateLimit: RateLimit | undefined;
}

/** Limits of one request. */
export interface RequestOptions {
  /** Gives the request up; it rejects with the signal's reason then. */
  readonly signal?: AbortSignal | undefined;
}

/** Limits of a guard phase. */
export interface GuardOptions extends RequestOptions {
  /** Milliseconds for all attempts together. Default: the option `guardDeadlineMs`. */
  readonly deadlineMs?: number | undefined;
}
