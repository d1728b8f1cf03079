/**
 * Types shared by all parts of the package: the data that travels from the caller through the
 * lifecycle to delivery. No behaviour.
 */

/**
 * What kind of prompt text a segment is.
 * - `text`: an ordinary message text, and everything not listed below.
 * - `refusal`: an earlier answer in which the model refused to answer.
 * - `tool_arguments`, `tool_result`: the arguments of a tool call, and the tool's result.
 * - `document`: the text of an attached document.
 * - `prediction`: text that the answer is expected to repeat (OpenAI's `prediction`).
 */
export type SegmentKind =
  | "text"
  | "refusal"
  | "tool_arguments"
  | "tool_result"
  | "document"
  | "prediction";

/** One piece of prompt text, identified by its position. */
export interface Segment {
  /** The provider's role name (`system`, `user`, `assistant`, `tool`, ...). */
  readonly role: string;
  /** What kind of text it is. */
  readonly kind: SegmentKind;
  /** Never empty, except as input of `execute`. Option functions get the masked text. */
  readonly text: string;
}

/** The kinds of content that cannot be read as text by the guard. */
export type UninspectedKind = "image" | "audio" | "video" | "file" | "reference";

/** Content that the guard could not see, grouped by kind. */
export interface UninspectedPart {
  /** `reference`: stored elsewhere and given by its id, or readable only by the provider. */
  readonly kind: UninspectedKind;
  /** Number of parts of this kind in the prompt, at least 1. */
  readonly count: number;
  /**
   * The first 16 distinct declared media types (RFC 6838) in lower case, for example `image/png`.
   */
  readonly mediaTypes: readonly string[];
}

/** Size of a part of the prompt, in segments and UTF-16 code units. */
export interface SegmentCount {
  /** Number of segments. */
  readonly segments: number;
  /** Length of their texts in UTF-16 code units, without the separators in the guard's `input`. */
  readonly characters: number;
}

/**
 * What of a prompt the guard saw, trusted, or could not see. If incomplete, the event has it as
 * `metadata.coverage`.
 */
export interface Coverage {
  /** True if the prompt was all text and all of it went to the guard. */
  readonly complete: boolean;
  /** Text that went to the guard, after masking. */
  readonly inspected: SegmentCount;
  /** Segments that `guardScope` left out. */
  readonly trusted: SegmentCount;
  /** One entry for each kind that occurs. `denyUninspected` denies prompts that have any. */
  readonly uninspected: readonly UninspectedPart[];
}

/**
 * Token counts with the contract's names (specification, "Ingest request", `usage`). All are
 * integers of at least 0; a count that the provider does not report is absent. Other provider
 * fields are kept.
 */
export interface Usage {
  /**
   * Tokens of the prompt, including cached tokens (also where a provider reports them separately).
   */
  readonly prompt_tokens?: number | undefined;
  /** Tokens of the answer, reasoning tokens included if the provider reports them. */
  readonly completion_tokens?: number | undefined;
  /**
   * The provider's total, or the sum of the two if it has none or counts cached tokens separately.
   */
  readonly total_tokens?: number | undefined;
  /** `cached_tokens`: prompt tokens read from a cache. */
  readonly prompt_tokens_details?:
    | { readonly cached_tokens?: number | undefined; readonly [key: string]: unknown }
    | undefined;
  /** `reasoning_tokens`: answer tokens used for reasoning, not shown. */
  readonly completion_tokens_details?:
    | { readonly reasoning_tokens?: number | undefined; readonly [key: string]: unknown }
    | undefined;
  readonly [key: string]: unknown;
}

/**
 * How a guarded call ended.
 * - `complete`: the provider answered, and a stream was read to its end.
 * - `error`: the provider failed, or its answer reports a failure.
 * - `cancelled`: its signal aborted, or its stream was not read to the end.
 * - `interrupted`: the process died first. Only events have this outcome; a later process sends
 *   them.
 * - `denied`: denied by the guard or by this library; the provider was not called.
 * - `unavailable`: stopped before the provider, because there was no decision, the event could not
 *   be stored, or the client was closed.
 */
export type Outcome = "complete" | "error" | "cancelled" | "interrupted" | "denied" | "unavailable";

/** The decision that allowed or denied a call. */
export interface GuardDecision {
  /**
   * Whether the guard allowed the call. True in a `RewriteMappingError`, false in other denials.
   */
  readonly allowed: boolean;
  /** The guard's reason, if it is a string (the contract does not define its type). */
  readonly reason: string | undefined;
  /**
   * The guard's rewrite, undefined if there is none or it is empty; or the text that
   * `onGuardUnavailable` allowed.
   */
  readonly transformedInput: string | undefined;
  /**
   * The guard's id of this check, if any. A UUID is sent in the event's `metadata.guard_event_id`.
   */
  readonly guardEventId: string | undefined;
  /**
   * `shadow_mode` as received. The contract does not define its meaning, so nothing depends on it.
   */
  readonly shadowMode: unknown;
  /** `simulated_decision` as received; nothing depends on it either. */
  readonly simulatedDecision: unknown;
  /** `fallback` if the guard was unavailable and `onGuardUnavailable` decided. */
  readonly source: "guard" | "fallback";
  /** The guard's whole parsed response. Hidden from `util.inspect` and `JSON.stringify`. */
  raw(): unknown;
}

/**
 * Who makes a call; `identityFromRequest` reads it from an HTTP request. The event gets all of it
 * as `request_identity`, unknown keys unchanged; the guard gets only user agent and tenant
 * (specification, "Guard request").
 */
export interface RequestIdentity {
  /** `user_agent`, for guard and event. */
  readonly userAgent?: string | undefined;
  /** `ip_address`, for the event. */
  readonly ipAddress?: string | undefined;
  /** A country or region hint, for the event. */
  readonly geo?: string | undefined;
  /** `session_id`, for the event. A session cookie is a credential: pass its hash. */
  readonly sessionId?: string | undefined;
  /** `tenant_id`, for guard and event (ingest accepts it as an additional property). */
  readonly tenantId?: string | undefined;
  readonly [key: string]: unknown;
}

/**
 * Describes the calling application: `client_capabilities` of guard and event. The event gets
 * unknown keys unchanged. `sdk_version`, `pii_masking_enabled` and `secret_masking_enabled` are set
 * by the library.
 */
export interface ClientCapabilities {
  /** For guard and event, for example `express`. Not detected automatically. */
  readonly framework?: string | undefined;
  /** `has_feedback_handler`, for the event. */
  readonly hasFeedbackHandler?: boolean | undefined;
  readonly [key: string]: unknown;
}

/** What became of one event. A value, never an exception. */
export interface DeliveryOutcome {
  /**
   * - `delivered`: the service stored the event.
   * - `duplicate`: the service had stored it already (409 `replay_detected`); a success on a retry.
   * - `accepted`: a fail-open service accepted it without storing everything.
   * - `persisted`: stored on disk for a later process, or in Redis for a worker.
   * - `dropped`: given up by this library; see `reason`.
   * - `rejected`: the service refused it for good; see `error`.
   */
  readonly status: "delivered" | "duplicate" | "accepted" | "persisted" | "dropped" | "rejected";
  /** The event's `event_id`. */
  readonly eventId: string;
  /** Duration of the successful ingest attempt in milliseconds. */
  readonly ingestMs?: number | undefined;
  /** Ingest requests sent. One repeated at once with a newer API key counts once. */
  readonly attempts: number;
  /**
   * Whether finalize succeeded. False: it failed and is retried later. `skipped`: the key or the
   * event does not allow it.
   */
  readonly finalized: boolean | "skipped";
  /**
   * A stable code for `dropped` (`queue_full`, `gave_up`, `closed`, ...) and `rejected` (`invalid`,
   * `forbidden`, `oversize`, `replay_detected`, ...). For `accepted`, the service's own reason, if
   * any.
   */
  readonly reason?: string | undefined;
  /** The error of a rejected event. Its message never quotes the event. */
  readonly error?: Error | undefined;
}

/** One guarded model call, for observation. None of its promises ever rejects. */
export interface Lifecycle {
  /** The id of guard, event and finalize; in HTTP responses also `x-guard-client-event-id`. */
  readonly clientEventId: string;
  /** The kind of call, for example `chat.completions`. */
  readonly operation: string;
  /** The model, as named in the request; empty if it names none. */
  readonly model: string;
  /** The decision; undefined if the call was stopped before there was one. */
  readonly decision: Promise<GuardDecision | undefined>;
  /** Resolves when the event is handed to delivery or the call is stopped before its provider. */
  readonly outcome: Promise<Outcome>;
  /** The event's delivery outcome; undefined without an event (the provider was not called). */
  readonly delivery: Promise<DeliveryOutcome | undefined>;
}

/**
 * Counters of events, cumulative since construction. Calls that never reached a provider have no
 * event and are not counted. At any time, `created = delivered + duplicate + accepted + rejected +
 * sum(dropped) + persisted + pending`.
 */
export interface DeliveryCounters {
  /** Events handed to delivery. */
  readonly created: number;
  /** Stored by this delivery. */
  readonly delivered: number;
  /** The service had stored them already. */
  readonly duplicate: number;
  /** Accepted by a fail-open service without storing everything. */
  readonly accepted: number;
  /** Refused by the service for good. */
  readonly rejected: number;
  /**
   * Given up by this library, by {@link DeliveryOutcome.reason}. Reasons that never occurred are
   * absent.
   */
  readonly dropped: Readonly<Record<string, number>>;
  /** Left for another process to deliver. Always 0 with `memoryDelivery`. */
  readonly persisted: number;
  /** Not yet delivered: waiting or being sent. */
  readonly pending: number;
  /** Events lost without an outcome. 0 unless there is a bug. */
  readonly lost: number;
}

/**
 * The rate-limit headers of a response (specification, "Limits"), for the service's current window.
 * A value that is not an integer is undefined.
 */
export interface RateLimit {
  /** `X-RateLimit-Limit`: requests allowed in the window. */
  readonly limit: number | undefined;
  /** `X-RateLimit-Remaining`: requests left in the window. */
  readonly remaining: number | undefined;
}

/**
 * The type of a method, which one with narrower parameters fits too, unlike that of a function: for
 * properties that may be undefined.
 */
export type Method<Args extends readonly unknown[], Result = void> = {
  method(...args: Args): Result;
}["method"];

type LogMethod = Method<[message: string, details?: Record<string, unknown>]>;

/**
 * Receives the library's log messages; `console` works. Missing levels are not logged. Messages and
 * details never contain prompt or answer text, or a key. Errors that a method throws are ignored.
 */
export interface Logger {
  /** Not called by this version. */
  debug?: LogMethod | undefined;
  /** A problem is over, or events of an earlier process were found. */
  info?: LogMethod | undefined;
  /**
   * Telemetry is delayed or lost, or something is unusual. Logged once when it starts; repetitions
   * as a count.
   */
  warn?: LogMethod | undefined;
  /** Action is needed: the key is not accepted, or the AI system is suspended. */
  error?: LogMethod | undefined;
}

/** The clock the library uses; injected, so that tests can control it. */
export interface Clock {
  /** Wall clock, milliseconds since the Unix epoch. */
  now(): number;
  /** Monotonic clock in milliseconds, for durations. */
  monotonic(): number;
}
