/**
 * Neutral vocabulary shared by every room of the package. Nothing here does anything:
 * these are the shapes that travel from the caller through the lifecycle to the receipt.
 */

/**
 * What a piece of prompt text is, in the conversation's own terms.
 * - `text`: what somebody says, and everything that is none of the others.
 * - `refusal`: an earlier answer in which the model refused.
 * - `tool_arguments`, `tool_result`: what the model called a tool with, and what the tool gave.
 * - `document`: the text of an attached document.
 * - `prediction`: text that the answer is expected to repeat.
 */
export type SegmentKind =
  | "text"
  | "refusal"
  | "tool_arguments"
  | "tool_result"
  | "document"
  | "prediction";

/** One piece of prompt text, addressed by its position. */
export interface Segment {
  /** The provider's own word (`system`, `user`, `assistant`, `tool`, ...). */
  readonly role: string;
  /** What sets it apart from plain words of its role. */
  readonly kind: SegmentKind;
  /**
   * Never empty, except as the input of an `execute` call. What an option's function is shown has
   * placeholders in it, where there is a masker.
   */
  readonly text: string;
}

/** The kinds of content that cannot be read as text by the guard. */
export type UninspectedKind = "image" | "audio" | "video" | "file" | "reference";

/** Content the guard could not see, grouped by kind. */
export interface UninspectedPart {
  /**
   * `reference`: it lies elsewhere, and the request has an id of it or what only its maker can
   * read.
   */
  readonly kind: UninspectedKind;
  /** Parts of this kind in the prompt, 1 or more. */
  readonly count: number;
  /**
   * The distinct media types that were declared (RFC 6838), for instance `image/png`: the first 16,
   * in lower case; empty when none was.
   */
  readonly mediaTypes: readonly string[];
}

/** How many segments and UTF-16 characters a part of the prompt has. */
export interface SegmentCount {
  /** Texts of messages, each counted once. */
  readonly segments: number;
  /** Of these texts alone, without what marks them off from each other in the guard's `input`. */
  readonly characters: number;
}

/**
 * What the guard saw of a prompt, what it was told to trust, and what it could not see. Where it is
 * not complete it travels with the event, as `metadata.coverage`.
 */
export interface Coverage {
  /** True when everything in the prompt was text and all of it went to the guard. */
  readonly complete: boolean;
  /** What went to the guard, placeholders counted in place of what a masker hid. */
  readonly inspected: SegmentCount;
  /** Segments that `guardScope` left out. */
  readonly trusted: SegmentCount;
  /** One entry for each kind that occurs. `denyUninspected` stops prompts with any. */
  readonly uninspected: readonly UninspectedPart[];
}

/**
 * Token counts in the contract's names (specification, "Ingest request", `usage`). All integers >=
 * 0; what a provider does not report is absent. Further provider fields travel as they are.
 */
export interface Usage {
  /**
   * Of the prompt. Anthropic's and Bedrock's own answers count apart what was cached: it is added
   * here.
   */
  readonly prompt_tokens?: number | undefined;
  /** Of the answer, with what was thought as far as the provider tells of it. */
  readonly completion_tokens?: number | undefined;
  /**
   * The provider's own sum; that of the two above where it gives none, or counts its cache apart.
   */
  readonly total_tokens?: number | undefined;
  /** `cached_tokens`: those of the prompt that were read from a cache. */
  readonly prompt_tokens_details?:
    | { readonly cached_tokens?: number | undefined; readonly [key: string]: unknown }
    | undefined;
  /** `reasoning_tokens`: those of the answer that were thought and not said. */
  readonly completion_tokens_details?:
    | { readonly reasoning_tokens?: number | undefined; readonly [key: string]: unknown }
    | undefined;
  readonly [key: string]: unknown;
}

/**
 * How a guarded call ended.
 * - `complete`: the provider answered, and a stream was read to its last word.
 * - `error`: the provider failed, or its answer says that it did.
 * - `cancelled`: its signal aborted, or nobody read its stream to the end.
 * - `interrupted`: the process died first. Only events tell of it, which a later process sends.
 * - `denied`: stopped before its provider, by the guard or a rule that stands in for it.
 * - `unavailable`: stopped before its provider, because no decision could be had, no event could be
 *   kept, or the client was closed.
 */
export type Outcome = "complete" | "error" | "cancelled" | "interrupted" | "denied" | "unavailable";

/** The decision that let a call through or stopped it. */
export interface GuardDecision {
  /**
   * True in what an app is handed, a `RewriteMappingError` included; false in the decision of any
   * other denial.
   */
  readonly allowed: boolean;
  /** The guard's reason when it gave a string; undefined otherwise (its type is not promised). */
  readonly reason: string | undefined;
  /** The guard's rewrite, when it gave a non-empty one. */
  readonly transformedInput: string | undefined;
  /**
   * The guard's id of its check. When it is a UUID it travels as `metadata.guard_event_id`.
   * Undefined where the guard gave none or could not be asked.
   */
  readonly guardEventId: string | undefined;
  /**
   * `shadow_mode` as it came: the contract promises neither type nor meaning, so nothing follows
   * from it here.
   */
  readonly shadowMode: unknown;
  /** `simulated_decision` as it came, with the same reservation. */
  readonly simulatedDecision: unknown;
  /** `fallback` when the guard was unavailable and `onGuardUnavailable` decided. */
  readonly source: "guard" | "fallback";
  /** The guard's whole answer as parsed, kept out of `util.inspect` and `JSON.stringify`. */
  raw(): unknown;
}

/**
 * Who is behind a call; `identityFromRequest` reads it from an HTTP request. All of it travels with
 * the event as `request_identity`, unknown keys as they are; the guard gets the user agent and the
 * tenant only (specification, "Guard request").
 */
export interface RequestIdentity {
  /** `user_agent`, for guard and event. */
  readonly userAgent?: string | undefined;
  /** `ip_address`, for the event. */
  readonly ipAddress?: string | undefined;
  /** A country or region hint, for the event. */
  readonly geo?: string | undefined;
  /** `session_id`, for the event. No session's cookie, which is a credential: its hash. */
  readonly sessionId?: string | undefined;
  /**
   * `tenant_id`, for guard and event. The contract knows it in guard requests; ingest accepts
   * further properties.
   */
  readonly tenantId?: string | undefined;
  readonly [key: string]: unknown;
}

/**
 * What the calling application is: `client_capabilities` of guard and event. Unknown keys travel to
 * ingest as they are. `sdk_version` and the two that tell of masking are the library's to set.
 */
export interface ClientCapabilities {
  /** For guard and event, for instance `express`. Nothing fills it in by itself. */
  readonly framework?: string | undefined;
  /** `has_feedback_handler`, for the event. */
  readonly hasFeedbackHandler?: boolean | undefined;
  readonly [key: string]: unknown;
}

/** Delivery's receipt for one event. It is a value, never an exception. */
export interface DeliveryOutcome {
  /**
   * - `delivered`: stored by this delivery.
   * - `duplicate`: the service had it already (409 `replay_detected`), which is success on a retry.
   * - `accepted`: a fail-open service took it without storing everything.
   * - `persisted`: kept for a later process on this machine, or for a worker of the fleet on Redis.
   * - `dropped`: given up here, `reason` says why.
   * - `rejected`: the service will never take it, `error` says why.
   */
  readonly status: "delivered" | "duplicate" | "accepted" | "persisted" | "dropped" | "rejected";
  /** The event's `event_id`. */
  readonly eventId: string;
  /** Milliseconds the successful ingest attempt took. */
  readonly ingestMs?: number | undefined;
  /** Ingest requests that were sent; one that was repeated at once with a newer key counts once. */
  readonly attempts: number;
  /** Whether finalize is done; false: it failed, and is tried later. `skipped` when key or event allow none. */
  readonly finalized: boolean | "skipped";
  /**
   * A stable word of ours for `dropped` (`queue_full`, `gave_up`, `closed`, ...) and `rejected`
   * (`invalid`, `forbidden`, `oversize`, `replay_detected`, ...); for `accepted` the service's own,
   * where it gave one.
   */
  readonly reason?: string | undefined;
  /** What a rejected event was refused with; its text never quotes the event. */
  readonly error?: Error | undefined;
}

/** One model call, as it can be watched from outside. None of the promises ever rejects. */
export interface Lifecycle {
  /**
   * The id that guard, event and finalize share. A guarded HTTP response has it in
   * `x-guard-client-event-id`.
   */
  readonly clientEventId: string;
  /** What is being done, for instance `chat.completions`. */
  readonly operation: string;
  /** As the request names it; empty when it names none. */
  readonly model: string;
  /** Undefined when the call was stopped before a decision. */
  readonly decision: Promise<GuardDecision | undefined>;
  /**
   * Settles when the event was handed to delivery, or when the call was stopped before its
   * provider.
   */
  readonly outcome: Promise<Outcome>;
  /**
   * The event's receipt; undefined when the call left no event, because its provider was never
   * called.
   */
  readonly delivery: Promise<DeliveryOutcome | undefined>;
}

/**
 * Counters of events, cumulative since construction. Calls that never reached a provider leave no
 * event and are not counted. At every instant
 * `created = delivered + duplicate + accepted + rejected + sum(dropped) + persisted + pending`.
 */
export interface DeliveryCounters {
  /** Events handed to delivery. */
  readonly created: number;
  /** Stored by this delivery. */
  readonly delivered: number;
  /** The service had them already. */
  readonly duplicate: number;
  /** Taken by a fail-open service without everything. */
  readonly accepted: number;
  /** The service will never take them. */
  readonly rejected: number;
  /**
   * Given up here, by reason (see {@link DeliveryOutcome.reason}); a reason that never occurred is
   * absent.
   */
  readonly dropped: Readonly<Record<string, number>>;
  /** Left for another process. Always zero with `memoryDelivery`. */
  readonly persisted: number;
  /** Without an outcome yet: waiting or on their way. */
  readonly pending: number;
  /** Events known to be gone without a receipt. Zero unless something is broken. */
  readonly lost: number;
}

/**
 * The rate-limit headers of an answer (specification, "Limits"). They describe the service's
 * current window; what is no whole number is undefined.
 */
export interface RateLimit {
  /** `X-RateLimit-Limit`: requests in a window. */
  readonly limit: number | undefined;
  /** `X-RateLimit-Remaining`: what is left of them. */
  readonly remaining: number | undefined;
}

/**
 * Where the library says what a person should know. `console` fits; a level that is missing is not
 * told. No message or detail has text of a prompt or an answer, or a key. What a method throws is
 * ignored.
 */
export interface Logger {
  /** Not called by this version. */
  debug?(message: string, details?: Record<string, unknown>): void;
  /** A bad phase is over, or events of an earlier process were found. */
  info?(message: string, details?: Record<string, unknown>): void;
  /**
   * Telemetry waits or is lost, or something on the way is odd: once at its beginning, repetitions
   * as a count.
   */
  warn?(message: string, details?: Record<string, unknown>): void;
  /** Somebody has to act: the key is not accepted, or the system is suspended. */
  error?(message: string, details?: Record<string, unknown>): void;
}

/** Time as the library sees it: handed in, so that tests own it. */
export interface Clock {
  /** Wall clock, milliseconds since the Unix epoch. */
  now(): number;
  /** Monotonic clock in milliseconds, for durations. */
  monotonic(): number;
}
