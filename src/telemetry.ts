/**
 * The event as it is sent, and the results of sending it: the types that lifecycle, delivery and
 * data plane exchange.
 */

/** The ingest request (specification, "Ingest request"). The names are the contract's. */
export interface TelemetryEvent {
  /**
   * A UUID, the idempotency key: the lifecycle's `clientEventId`, or a new id for events of
   * `record`. Every retry sends the same one.
   */
  readonly event_id: string;
  /**
   * The text that was sent to the provider, in the form that the guard saw. At most 32,000 UTF-16
   * units: longer text is cut, and `metadata.truncated` has its length.
   */
  readonly input: string;
  /**
   * The model's answer or the error, masked and cut the same way; `[withheld]` if it must not be
   * shown, with the reason in `metadata.withheld`.
   */
  readonly output: string;
  /** The model's name from the response, else from the request; `unknown` if neither has one. */
  readonly model: string;
  /**
   * ISO 8601, by the service's clock as far as it is known from responses, at most five minutes
   * old. An event that waits longer gets a new timestamp, and its original time in
   * `metadata.occurred_at`.
   */
  readonly timestamp: string;
  /** The option `systemId`; absent if not set. It must be the system that the key belongs to. */
  readonly system_id?: string | undefined;
  /** A `Usage`; absent if the provider reported none. */
  readonly usage?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Duration of the call in whole milliseconds, including the guard; absent in events of `record`.
   */
  readonly latency?: number | undefined;
  /** 1 to 128 characters. */
  readonly user_id?: string | undefined;
  /** A `RequestIdentity` with the contract's names. */
  readonly request_identity?: Readonly<Record<string, unknown>> | undefined;
  /**
   * `ClientCapabilities` with the contract's names, plus the actual `sdk_version`,
   * `pii_masking_enabled` and `secret_masking_enabled`.
   */
  readonly client_capabilities?: Readonly<Record<string, unknown>> | undefined;
  /**
   * The app's own keys and the library's: ids, outcome, durations, and details of coverage,
   * fallback and truncation.
   */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** One of the values of `EventType`: `complete` and `error` for calls, the rest from `record`. */
  readonly event_type?: string | undefined;
  /**
   * `info`, `warning` (a cancelled call) or `error` (a failed one). `high` is set only by the app.
   */
  readonly severity?: string | undefined;
}

/** The result of one ingest attempt, interpreted by the contract's rules. */
export type IngestResult =
  /**
   * `ingestMs`: duration of this attempt in whole milliseconds, 0 to 600,000, as finalize expects
   * it.
   */
  | { readonly kind: "stored"; readonly ingestMs: number }
  /** Accepted by a fail-open service that did not store all of it; `reason` is the service's. */
  | { readonly kind: "accepted"; readonly ingestMs: number; readonly reason: string | undefined }
  /** 409 `replay_detected`: the service has stored it already. */
  | { readonly kind: "replay"; readonly ingestMs: number }
  /**
   * 400 `stale_event_timestamp`. `serverTime`: the response's `Date` in milliseconds since the Unix
   * epoch.
   */
  | { readonly kind: "stale"; readonly serverTime: number | undefined; readonly error: Error }
  /** 413, or 400 with field errors about length. */
  | { readonly kind: "oversize"; readonly error: Error }
  /** Refused because of its content: it will never be accepted. */
  | { readonly kind: "invalid"; readonly error: Error }
  /** 403: about this event, or about all events if several in a row get it. */
  | { readonly kind: "forbidden"; readonly error: Error }
  /** 401: the key is not accepted, so no event is. */
  | { readonly kind: "unauthorized"; readonly error: Error }
  /** 429: all ingest pauses for `retryAfterMs` milliseconds. */
  | {
      readonly kind: "rate_limited";
      readonly retryAfterMs: number;
      readonly error: Error;
      /** Set if nothing was sent because other processes with the same key were refused. */
      readonly pause?: "suspended" | "unauthorized" | undefined;
    }
  /**
   * 5xx, network error, deadline, or a response that proves nothing. `retryAfterMs` if the response
   * has one.
   */
  | { readonly kind: "failed"; readonly error: Error; readonly retryAfterMs?: number | undefined };

/** The result of one finalize attempt. */
export type FinalizeResult =
  /** `storedMs`: the value that the service keeps, which is the first one it received. */
  | { readonly kind: "finalized"; readonly storedMs?: unknown }
  /** 404: the service does not have the event, at least not yet. */
  | { readonly kind: "not_found"; readonly error: Error }
  /** 5xx, 429, network error or deadline. `retryAfterMs` if the response has one. */
  | { readonly kind: "failed"; readonly error: Error; readonly retryAfterMs?: number | undefined }
  /** Refused for good. */
  | { readonly kind: "rejected"; readonly error: Error };
