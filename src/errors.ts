import type { GuardDecision, RateLimit } from "./types.ts";

/**
 * Stable error codes. Messages may change between versions, codes never do.
 * - `guard_denied`: the guard denied the call.
 * - `rewrite_unmappable`: the guard's rewrite cannot be split back into messages
 *   ({@link RewriteMappingError}).
 * - `uninspected_content`: the prompt has content that the guard cannot see, and the option
 *   `denyUninspected` denied it.
 * - `masking_failed`: the masker threw or took too long; nothing was sent.
 * - `guard_unavailable`: there was no decision ({@link GuardUnavailableError}).
 * - `client_closed`: the client was closed before the call, or before it came to its end.
 * - `unguarded_request`: the request cannot be checked ({@link UnguardedRequestError}).
 * - `delivery_unavailable`: the event could not be stored, and the delivery is set to require it.
 * - `data_plane`: an endpoint of the service answered with an error, or not at all
 *   ({@link DataPlaneError}).
 * - `configuration`: an option or argument is wrong ({@link ConfigurationError}).
 */
export type ErrorCode =
  | "guard_denied"
  | "rewrite_unmappable"
  | "uninspected_content"
  | "masking_failed"
  | "guard_unavailable"
  | "client_closed"
  | "unguarded_request"
  | "delivery_unavailable"
  | "data_plane"
  | "configuration";

/**
 * Why there was no decision. `"fail-open"` applies to the first two only.
 * - `unreachable`: no complete response in time, or a 5xx other than 503.
 * - `overloaded`: 429 or 503.
 * - `refused`: any other unsuccessful status, redirects included, or no usable API key. Retrying
 *   does not help.
 * - `unproven`: a successful response that does not prove an allow.
 */
export type UnavailableKind = "unreachable" | "overloaded" | "refused" | "unproven";

// A registered symbol, so that two installed copies of this package recognise each other's errors.
const BRAND = Symbol.for("guarded-model-client.error");

/** Fields that every error of this package may carry. */
export interface ErrorFields {
  /** Id of the call that the error belongs to. */
  readonly clientEventId?: string | undefined;
  /** Default false. */
  readonly retryable?: boolean | undefined;
  /** What led to it (`Error.cause`). */
  readonly cause?: unknown;
}

/**
 * Base class of all errors of this package. Use `guardErrorOf` instead of `instanceof`: it also
 * finds errors of another installed copy of the package, and errors wrapped by an SDK.
 */
export class GuardedModelError extends Error {
  /** What happened. Stable across versions. */
  readonly code: ErrorCode;
  /** Id of the call that the error belongs to, if any. */
  readonly clientEventId: string | undefined;
  /** Whether the same call may succeed later, unchanged. */
  readonly retryable: boolean;

  constructor(code: ErrorCode, message: string, fields: ErrorFields = {}) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.name = "GuardedModelError";
    this.code = code;
    this.clientEventId = fields.clientEventId;
    this.retryable = fields.retryable ?? false;
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/** The error of a call that starts after `close`. */
export function closedError(): GuardedModelError {
  return new GuardedModelError("client_closed", "This client is closed: create another one.");
}

/**
 * The codes of a denial: by the guard, or by this library where the call could not be sent safely.
 */
export type DenialCode =
  | "guard_denied"
  | "rewrite_unmappable"
  | "uninspected_content"
  | "masking_failed";

/**
 * The call was denied; the provider was not called. Do not retry it unchanged, unless `retryable`
 * is true (possible with `masking_failed`).
 */
export class GuardDeniedError extends GuardedModelError {
  /**
   * 403, so that libraries which retry by status (LangChain) do not retry the call. Absent if
   * `retryable` is true.
   */
  declare readonly status?: 403;
  /** The guard's reason, or this library's. */
  readonly reason: string | undefined;
  /**
   * The decision. Undefined if the guard was not asked, or if the error was read from an HTTP
   * response of another process. Not enumerable.
   */
  declare readonly decision: GuardDecision | undefined;

  constructor(
    code: DenialCode,
    message: string,
    fields: ErrorFields & {
      readonly reason?: string | undefined;
      readonly decision?: GuardDecision | undefined;
    } = {},
  ) {
    super(code, message, fields);
    this.name = "GuardDeniedError";
    if (!this.retryable) this.status = 403;
    this.reason = fields.reason;
    // The decision contains the rewritten prompt, so it is readable but never printed or logged.
    Object.defineProperty(this, "decision", { value: fields.decision });
  }
}

/**
 * The guard rewrote the prompt in a way that cannot be split back into the same messages. With
 * `onUnmappableRewrite: "collapse"`, such rewrites are sent as one user message.
 */
export class RewriteMappingError extends GuardDeniedError {
  constructor(
    message: string,
    fields: ErrorFields & { readonly decision?: GuardDecision | undefined } = {},
  ) {
    super("rewrite_unmappable", message, { ...fields, reason: "rewrite_unmappable" });
    this.name = "RewriteMappingError";
  }
}

/** There was no decision, and the policy did not allow the call. `cause` is the last failure. */
export class GuardUnavailableError extends GuardedModelError {
  /**
   * Why there was no decision. Also `refused` if a required agent configuration could not be
   * fetched, and `unreachable` in an error that was read from an HTTP response of another process,
   * which does not tell.
   */
  readonly kind: UnavailableKind;
  /** Number of guard requests sent for this call. */
  readonly attempts: number;

  constructor(
    message: string,
    fields: ErrorFields & { readonly kind: UnavailableKind; readonly attempts: number },
  ) {
    super("guard_unavailable", message, {
      retryable: fields.kind === "unreachable" || fields.kind === "overloaded",
      ...fields,
    });
    this.name = "GuardUnavailableError";
    this.kind = fields.kind;
    this.attempts = fields.attempts;
  }
}

/**
 * A request that could carry a prompt cannot be checked: its route is unknown, a part of it may
 * hide text, or it was changed after approval. Nothing was sent.
 */
export class UnguardedRequestError extends GuardedModelError {
  /** Always 403, for the same reason as in {@link GuardDeniedError}. */
  readonly status = 403;
  constructor(message: string, fields: ErrorFields = {}) {
    super("unguarded_request", message, fields);
    this.name = "UnguardedRequestError";
  }
}

/** What an error response of the service says (specification, "Error body"). */
export interface DataPlaneErrorFields extends ErrorFields {
  readonly status?: number | undefined;
  readonly error?: string | undefined;
  readonly reason?: string | undefined;
  readonly details?: unknown;
  readonly retryAfterMs?: number | undefined;
  readonly rateLimit?: RateLimit | undefined;
}

/** The service answered with an error, or did not answer. */
export class DataPlaneError extends GuardedModelError {
  /** HTTP status; undefined if there was no response. */
  readonly status: number | undefined;
  /**
   * The error body's `error`, truncated and with control characters escaped; undefined if absent.
   */
  readonly error: string | undefined;
  /** The error body's `reason`, treated the same way, for example `replay_detected`. */
  readonly reason: string | undefined;
  /** The error body's `details`, of any type. Not enumerable, since it may quote the request. */
  declare readonly details: unknown;
  /**
   * Milliseconds to wait by `Retry-After` (RFC 9110, section 10.2.3: seconds or a date); undefined
   * if absent.
   */
  readonly retryAfterMs: number | undefined;
  /** The rate-limit headers of the response; undefined if absent. */
  readonly rateLimit: RateLimit | undefined;

  constructor(message: string, fields: DataPlaneErrorFields = {}) {
    super("data_plane", message, fields);
    this.name = "DataPlaneError";
    this.status = fields.status;
    this.error = fields.error;
    this.reason = fields.reason;
    this.retryAfterMs = fields.retryAfterMs;
    this.rateLimit = fields.rateLimit;
    // The service may quote the request in its details, so they are readable but never printed or
    // logged.
    Object.defineProperty(this, "details", { value: fields.details });
  }

  /** `details.fieldErrors` of a validation failure: a map from field name to messages. */
  get fieldErrors(): Readonly<Record<string, readonly string[]>> | undefined {
    const details = Object(this.details);
    const fields: unknown = Object.hasOwn(details, "fieldErrors") && details.fieldErrors;
    return typeof fields === "object" && fields !== null
      ? (fields as Record<string, readonly string[]>)
      : undefined;
  }
}

/** An option, environment variable or argument is wrong. The message names it, never its value. */
export class ConfigurationError extends GuardedModelError {
  constructor(message: string, fields: ErrorFields = {}) {
    super("configuration", message, fields);
    this.name = "ConfigurationError";
  }
}

/** Whether `value` is an error of this package, whichever installed copy it comes from. */
export function isGuardedModelError(value: object): value is GuardedModelError {
  return (value as { [BRAND]?: unknown })[BRAND] === true;
}
