/**
 * Neutral vocabulary shared by every room of the package. Nothing here does anything:
 * these are the shapes that travel from the caller through the lifecycle to the receipt.
 */

/** What a piece of prompt text is, in the conversation's own terms. */
export type SegmentKind =
  | "text"
  | "refusal"
  | "tool_arguments"
  | "tool_result"
  | "document"
  | "prediction";

/**
 * One piece of prompt text, addressed by its position. `role` is the provider's own word
 * (`system`, `user`, `assistant`, `tool`, ...).
 */
export interface Segment {
  readonly role: string;
  readonly kind: SegmentKind;
  readonly text: string;
}

/** The kinds of content that cannot be read as text by the guard. */
export type UninspectedKind = "image" | "audio" | "video" | "file" | "reference";

/**
 * Content the guard could not see, grouped by kind. `mediaTypes` holds the distinct media
 * types that were declared (RFC 6838), for instance `image/png`; empty when none was.
 */
export interface UninspectedPart {
  readonly kind: UninspectedKind;
  readonly count: number;
  readonly mediaTypes: readonly string[];
}

/** How many segments and UTF-16 characters a part of the prompt has. */
export interface SegmentCount {
  readonly segments: number;
  readonly characters: number;
}

/** What the guard saw of a prompt, what it was told to trust, and what it could not see. */
export interface Coverage {
  /** True when everything in the prompt was text and all of it went to the guard. */
  readonly complete: boolean;
  readonly inspected: SegmentCount;
  /** Segments that `guardScope` left out. */
  readonly trusted: SegmentCount;
  readonly uninspected: readonly UninspectedPart[];
}

/**
 * Token counts in the contract's names (ingest request, `usage`). All integers >= 0.
 * Further provider fields travel as they are.
 */
export interface Usage {
  readonly prompt_tokens?: number | undefined;
  readonly completion_tokens?: number | undefined;
  readonly total_tokens?: number | undefined;
  readonly prompt_tokens_details?:
    | { readonly cached_tokens?: number | undefined; readonly [key: string]: unknown }
    | undefined;
  readonly completion_tokens_details?:
    | { readonly reasoning_tokens?: number | undefined; readonly [key: string]: unknown }
    | undefined;
  readonly [key: string]: unknown;
}

/** How a guarded call ended. `denied` and `unavailable` calls never reached a provider. */
export type Outcome = "complete" | "error" | "cancelled" | "interrupted" | "denied" | "unavailable";

/** The decision that let a call through or stopped it. */
export interface GuardDecision {
  readonly allowed: boolean;
  /** The guard's reason when it gave a string; undefined otherwise (its type is not promised). */
  readonly reason: string | undefined;
  /** The guard's rewrite, when it gave a non-empty one. */
  readonly transformedInput: string | undefined;
  readonly guardEventId: string | undefined;
  readonly shadowMode: unknown;
  readonly simulatedDecision: unknown;
  /** `fallback` when the guard was unavailable and `onGuardUnavailable` decided. */
  readonly source: "guard" | "fallback";
  /** The guard's whole answer as parsed, kept out of `util.inspect` and `JSON.stringify`. */
  raw(): unknown;
}

/** Who is behind a call. `geo` is a country or region hint. Unknown keys travel to ingest as they are. */
export interface RequestIdentity {
  readonly userAgent?: string | undefined;
  readonly ipAddress?: string | undefined;
  readonly geo?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly [key: string]: unknown;
}

/** What the calling application is. Unknown keys travel to ingest as they are. */
export interface ClientCapabilities {
  readonly framework?: string | undefined;
  readonly hasFeedbackHandler?: boolean | undefined;
  readonly [key: string]: unknown;
}

/** The ingest request (contract: telemetry event). Names are the contract's. */
export interface TelemetryEvent {
  readonly event_id: string;
  readonly input: string;
  readonly output: string;
  readonly model: string;
  readonly timestamp: string;
  readonly system_id?: string;
  readonly usage?: Readonly<Record<string, unknown>>;
  readonly latency?: number;
  readonly user_id?: string;
  readonly request_identity?: Readonly<Record<string, unknown>>;
  readonly client_capabilities?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly event_type?: string;
  readonly severity?: string;
}

/** One ingest attempt's result, already read by the contract's rules. */
export type IngestResult =
  | { readonly kind: "stored"; readonly ingestMs: number }
  | { readonly kind: "accepted"; readonly ingestMs: number; readonly reason: string | undefined }
  | { readonly kind: "replay"; readonly ingestMs: number }
  /** 400 `stale_event_timestamp`; `serverTime` from that answer's `Date`, milliseconds since the epoch. */
  | { readonly kind: "stale"; readonly serverTime: number | undefined; readonly error: Error }
  /** 413, or 400 whose fields speak of length. */
  | { readonly kind: "oversize"; readonly error: Error }
  | { readonly kind: "invalid"; readonly error: Error }
  | { readonly kind: "forbidden"; readonly error: Error }
  | { readonly kind: "unauthorized"; readonly error: Error }
  | {
      readonly kind: "rate_limited";
      readonly retryAfterMs: number;
      readonly error: Error;
      /** Where nothing was sent because others that share the key were refused. */
      readonly pause?: "suspended" | "unauthorized" | undefined;
    }
  /** 5xx, network, deadline, an answer that proves nothing. */
  | { readonly kind: "failed"; readonly error: Error };

/** One finalize attempt's result. */
export type FinalizeResult =
  /** `storedMs`: what the service keeps, which is the first value it was given. */
  | { readonly kind: "finalized"; readonly storedMs?: unknown }
  | { readonly kind: "not_found"; readonly error: Error }
  | { readonly kind: "failed"; readonly error: Error; readonly retryAfterMs?: number | undefined }
  | { readonly kind: "rejected"; readonly error: Error };

/** Delivery's receipt for one event. It is a value, never an exception. */
export interface DeliveryOutcome {
  /**
   * - `delivered`: stored by this delivery.
   * - `duplicate`: the service had it already (409 `replay_detected`), which is success on a retry.
   * - `accepted`: a fail-open service took it without storing everything.
   * - `persisted`: kept on this machine for a later process.
   * - `dropped`: given up here, `reason` says why.
   * - `rejected`: the service will never take it, `error` says why.
   */
  readonly status: "delivered" | "duplicate" | "accepted" | "persisted" | "dropped" | "rejected";
  readonly eventId: string;
  /** Milliseconds the successful ingest attempt took. */
  readonly ingestMs?: number | undefined;
  /** Ingest requests that were sent. */
  readonly attempts: number;
  /** Whether the measured ingest time was attached; `skipped` when the key or the event allows no finalize. */
  readonly finalized: boolean | "skipped";
  readonly reason?: string | undefined;
  readonly error?: Error | undefined;
}

/** One model call, as it can be watched from outside. None of the promises ever rejects. */
export interface Lifecycle {
  readonly clientEventId: string;
  /** What is being done, for instance `chat.completions`. */
  readonly operation: string;
  readonly model: string;
  /** Undefined when the call was stopped before a decision. */
  readonly decision: Promise<GuardDecision | undefined>;
  readonly outcome: Promise<Outcome>;
  /** The event's receipt; undefined when the call left no event (denied, unavailable). */
  readonly delivery: Promise<DeliveryOutcome | undefined>;
}

/**
 * Counters, cumulative since construction. At every instant
 * `created = delivered + duplicate + accepted + rejected + sum(dropped) + persisted + pending`.
 */
export interface DeliveryCounters {
  readonly created: number;
  readonly delivered: number;
  readonly duplicate: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly dropped: Readonly<Record<string, number>>;
  readonly persisted: number;
  readonly pending: number;
  /** Events known to be gone without a receipt. Zero unless something is broken. */
  readonly lost: number;
}

/** The service's last rate-limit headers on ingest (429 answers carry them). */
export interface RateLimit {
  readonly limit: number | undefined;
  readonly remaining: number | undefined;
}

/** Where the library says what a person should know. `console` fits. */
export interface Logger {
  debug?(message: string, details?: Record<string, unknown>): void;
  info?(message: string, details?: Record<string, unknown>): void;
  warn?(message: string, details?: Record<string, unknown>): void;
  error?(message: string, details?: Record<string, unknown>): void;
}

/** Time as the library sees it: handed in, so that tests own it. */
export interface Clock {
  /** Wall clock, milliseconds since the Unix epoch. */
  now(): number;
  /** Monotonic clock in milliseconds, for durations. */
  monotonic(): number;
}
