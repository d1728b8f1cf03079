/**
 * An event on the wire, and what the service says to it: what lifecycle, delivery and data plane
 * hand to each other.
 */

/** The ingest request (specification, "Ingest request"). Names are the contract's. */
export interface TelemetryEvent {
  /**
   * A UUID, the idempotency key: of a lifecycle its `clientEventId`, of `record` one of its own.
   * Every retry sends the same.
   */
  readonly event_id: string;
  /**
   * What the provider got, rendered as the guard saw it. At most 32,000 UTF-16 units: longer text
   * is cut, and `metadata.truncated` has its length.
   */
  readonly input: string;
  /**
   * What came of it, masked and cut the same way; `[withheld]` where `metadata.withheld` says why
   * it may not be shown.
   */
  readonly output: string;
  /** As the answer names it, else as the request does; `unknown` where neither does. */
  readonly model: string;
  /**
   * ISO 8601, by the service's clock as far as its answers have shown it, at most five minutes ago.
   * An event that waits longer is stamped again, and has the true time in `metadata.occurred_at`.
   */
  readonly timestamp: string;
  /** The option `systemId`; absent without it. It must be the key's own system. */
  readonly system_id?: string | undefined;
  /** A `Usage`; absent when the provider reported none. */
  readonly usage?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Whole milliseconds from the call's beginning to its end, the guard included; absent in events
   * of `record`.
   */
  readonly latency?: number | undefined;
  /** 1 to 128 characters. */
  readonly user_id?: string | undefined;
  /** A `RequestIdentity` in the contract's names. */
  readonly request_identity?: Readonly<Record<string, unknown>> | undefined;
  /**
   * `ClientCapabilities` in the contract's names, with `sdk_version`, `pii_masking_enabled`
   * and `secret_masking_enabled` as they really are.
   */
  readonly client_capabilities?: Readonly<Record<string, unknown>> | undefined;
  /**
   * The app's own keys, and the library's: ids, outcome, durations, and what there is to say about
   * coverage, fallback and cuts.
   */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /**
   * One of the values of the specification's part "Events": `complete` and `error` for calls, the
   * rest from `record`.
   */
  readonly event_type?: string | undefined;
  /** `info`, `warning` (a cancelled call), `error` (a failed one), or `high`, which is the app's to say. */
  readonly severity?: string | undefined;
}

/** One ingest attempt's result, already read by the contract's rules. */
export type IngestResult =
  /** `ingestMs` is the duration of this attempt, whole milliseconds from 0 to 600,000: what finalize takes. */
  | { readonly kind: "stored"; readonly ingestMs: number }
  /** Taken by a service that fails open, which stored not all of it; `reason` is the service's. */
  | { readonly kind: "accepted"; readonly ingestMs: number; readonly reason: string | undefined }
  /** 409 `replay_detected`: the service has it already. */
  | { readonly kind: "replay"; readonly ingestMs: number }
  /** 400 `stale_event_timestamp`; `serverTime` from that answer's `Date`, milliseconds since the epoch. */
  | { readonly kind: "stale"; readonly serverTime: number | undefined; readonly error: Error }
  /** 413, or 400 whose fields speak of length. */
  | { readonly kind: "oversize"; readonly error: Error }
  /** Another refusal of what the event says: it will never be taken. */
  | { readonly kind: "invalid"; readonly error: Error }
  /** 403: of this event, or of all where several in a row get it. */
  | { readonly kind: "forbidden"; readonly error: Error }
  /** 401: the key is refused, and with it all events. */
  | { readonly kind: "unauthorized"; readonly error: Error }
  /** 429: all ingest waits for so many milliseconds. */
  | {
      readonly kind: "rate_limited";
      readonly retryAfterMs: number;
      readonly error: Error;
      /** Where nothing was sent because others that share the key were refused. */
      readonly pause?: "suspended" | "unauthorized" | undefined;
    }
  /** 5xx, network, deadline, an answer that proves nothing. `retryAfterMs` where it named a time. */
  | { readonly kind: "failed"; readonly error: Error; readonly retryAfterMs?: number | undefined };

/** One finalize attempt's result. */
export type FinalizeResult =
  /** `storedMs`: what the service keeps, which is the first value it was given. */
  | { readonly kind: "finalized"; readonly storedMs?: unknown }
  /** 404: the service has no such event, at least not yet. */
  | { readonly kind: "not_found"; readonly error: Error }
  /** 5xx, 429, network, deadline. `retryAfterMs` where it named a time. */
  | { readonly kind: "failed"; readonly error: Error; readonly retryAfterMs?: number | undefined }
  /** A refusal that will not change. */
  | { readonly kind: "rejected"; readonly error: Error };
