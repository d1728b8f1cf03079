import type { RateLimit } from "../../types.ts";

/** A guard request (specification, "Guard request"). */
export interface GuardRequest {
  /** The text to check: all text of the prompt that the model will see. */
  readonly input: string;
  /** The model's name as requested from the provider; an empty one is sent as `unknown`. */
  readonly model?: string | undefined;
  /** The end user's id, sent as `user_id`. */
  readonly userId?: string | undefined;
  /** One UUID for the whole lifecycle. Default: a new one, returned in the answer. */
  readonly clientEventId?: string | undefined;
  /** `request_identity`: the two keys that the guard accepts. */
  readonly requestIdentity?:
    | { readonly userAgent?: string | undefined; readonly tenantId?: string | undefined }
    | undefined;
  /** `client_capabilities`: the one key that the guard accepts. */
  readonly clientCapabilities?: { readonly framework?: string | undefined } | undefined;
}

/** The same with the contract's names. `system_id` comes from the client. */
export interface GuardRequestAsSent {
  /** The text to check. */
  readonly input: string;
  /** An empty one is sent as `unknown`. */
  readonly model?: string | undefined;
  /** The end user's id. */
  readonly user_id?: string | undefined;
  /** One UUID for the whole lifecycle. Default: a new one. */
  readonly client_event_id?: string | undefined;
  /** The two keys that the guard accepts; others are not sent. */
  readonly request_identity?:
    | { readonly user_agent?: string | undefined; readonly tenant_id?: string | undefined }
    | undefined;
  /** The one key that the guard accepts; others are not sent. */
  readonly client_capabilities?: { readonly framework?: string | undefined } | undefined;
}

/** The guard's decision. A denial is returned, not thrown. */
export interface GuardAnswer {
  /** If false, the provider must not be called. */
  readonly allowed: boolean;
  /** The guard's reason, if it is a string (the contract does not define its type). */
  readonly reason: string | undefined;
  /**
   * The id of the request: use it as `event_id` of the ingest request and as `client_event_id` of
   * the finalize request.
   */
  readonly clientEventId: string;
  /** Belongs in the event's `metadata.guard_event_id`; undefined if the guard sent none. */
  readonly guardEventId: string | undefined;
  /** If set, send this text to the provider instead of the input. */
  readonly transformedInput: string | undefined;
  /** `shadow_mode` as received: the contract does not define its type or meaning. */
  readonly shadowMode: unknown;
  /** `simulated_decision` as received. */
  readonly simulatedDecision: unknown;
  /** The rate limit in this response; undefined if it has no such headers. */
  readonly rateLimit: RateLimit | undefined;
  /** The whole parsed response. Hidden from `util.inspect` and `JSON.stringify`. */
  raw(): unknown;
}

/** The result of an ingest request. */
export interface IngestAnswer {
  /** Always true: otherwise the method throws. */
  readonly success: true;
  /**
   * `accepted`: a fail-open service accepted it without storing everything. `duplicate`: the
   * service had stored it already (409 `replay_detected`); a success on a retry.
   */
  readonly status: "stored" | "accepted" | "duplicate";
  /** The id that was sent. */
  readonly eventId: string;
  /** Why a fail-open service did not store everything. */
  readonly reason: string | undefined;
  /** Duration of the request in whole milliseconds, 0 to 600,000, as `finalize` expects it. */
  readonly ingestMs: number;
  /** The rate limit in this response; undefined if it has no such headers. */
  readonly rateLimit: RateLimit | undefined;
}

/**
 * The duration of an ingest request in whole milliseconds, 0 to 600,000: `ingestMs` as returned by
 * `ingest`, or the contract's name for it.
 */
export type FinalizeByHand =
  | { readonly clientEventId: string; readonly ingestMs: number }
  | { readonly clientEventId: string; readonly sdkIngestMs: number }
  | { readonly client_event_id: string; readonly sdk_ingest_ms: number };

/** The result of a finalize request: the duration is stored, now or by an earlier request. */
export interface FinalizeAnswer {
  /** Always true: otherwise the method throws. */
  readonly success: true;
  /** The id that was sent. */
  readonly clientEventId: string;
  /** The value that the service keeps, if it says so: the first one it received. */
  readonly sdkIngestMs: number | undefined;
  /** The rate limit in this response; undefined if it has no such headers. */
  readonly rateLimit: RateLimit | undefined;
}

/** Options of one request. */
export interface RequestOptions {
  /** Cancels the request, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds to wait for the answer. Default: 10,000 for `ingest` and `finalize`; the option
   * `guardDeadlineMs` for `guard`, all attempts together, and for `agentConfig`, which never waits
   * longer than that.
   */
  readonly deadlineMs?: number | undefined;
}

/** Options of a guard request. */
export type GuardOptions = RequestOptions;
