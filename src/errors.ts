import type { GuardDecision, RateLimit } from "./types.ts";

/**
 * Stable codes; the message may change between versions, a code never does.
 * - `guard_denied`: the guard said no.
 * - `rewrite_unmappable`: its rewrite cannot be split back into the messages
 *   ({@link RewriteMappingError}).
 * - `uninspected_content`: the option `denyUninspected` stopped what the guard cannot see.
 * - `masking_failed`: the masker threw or was too slow, so nothing was sent.
 * - `guard_unavailable`: no decision could be had ({@link GuardUnavailableError}).
 * - `client_closed`: `close()` was called before.
 * - `unguarded_request`: nobody here can check the request ({@link UnguardedRequestError}).
 * - `delivery_unavailable`: the event could not be kept, and the delivery requires that.
 * - `data_plane`: an endpoint answered otherwise than with success ({@link DataPlaneError}).
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
 * What closed the guard phase without a denial. Only the first two may fail open.
 * - `unreachable`: no whole answer came in time, or a 5xx.
 * - `overloaded`: 429 or 503.
 * - `refused`: any other status but success, a redirect too; or there was no usable API key.
 *   Retrying does not help.
 * - `unproven`: a success that does not prove an allow.
 */
export type UnavailableKind = "unreachable" | "overloaded" | "refused" | "unproven";

// A registered symbol, so that two installed copies of this package recognise each other's errors.
const BRAND = Symbol.for("guarded-model-client.error");

/** Fields that every error of this package may carry. */
export interface ErrorFields {
  /** The lifecycle it belongs to. */
  readonly clientEventId?: string | undefined;
  /** Default false. */
  readonly retryable?: boolean | undefined;
  /** What led to it (`Error.cause`). */
  readonly cause?: unknown;
}

/**
 * Base of this package's own errors. They are told by a brand and not by their class, so that two
 * installed copies know each other's; `guardErrorOf` finds one behind an SDK's error.
 */
export class GuardedModelError extends Error {
  /** What happened, for programs to tell cases apart by. */
  readonly code: ErrorCode;
  /** The lifecycle it belongs to, when there is one. */
  readonly clientEventId: string | undefined;
  /** Whether the same call may succeed later without a change. */
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

/** What a call is told that comes too late. */
export function closedError(): GuardedModelError {
  return new GuardedModelError("client_closed", "This client was closed and takes no new calls.");
}

/** The codes of a denial: the guard's own, or ours where sending would have meant guessing. */
export type DenialCode =
  | "guard_denied"
  | "rewrite_unmappable"
  | "uninspected_content"
  | "masking_failed";

/**
 * The call was stopped before the provider. Do not retry it as it is, unless `retryable` is true
 * (`masking_failed`).
 */
export class GuardDeniedError extends GuardedModelError {
  /**
   * 403, as where a guarded `fetch` answers with it: what retries calls (LangChain's callers) reads
   * it and leaves off, since what was denied is denied again. Absent where `retryable` is true.
   */
  declare readonly status?: 403;
  /** The guard's reason, or ours. */
  readonly reason: string | undefined;
  /**
   * Undefined when the call was stopped before the guard was asked, and for an error that was read
   * from an HTTP answer of another process. Not enumerable.
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
    // It holds a prompt's rewrite, which a log of errors has no business to show: at hand, never printed.
    Object.defineProperty(this, "decision", { value: fields.decision });
  }
}

/**
 * The guard rewrote the prompt in a way that cannot be split back into the same messages.
 * `onUnmappableRewrite: "collapse"` sends such rewrites as one user message instead.
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

/** No decision could be had and the policy did not allow the call. `cause` is the last failure. */
export class GuardUnavailableError extends GuardedModelError {
  /**
   * Why there was no decision. Also `refused` when a required agent configuration could not be had.
   */
  readonly kind: UnavailableKind;
  /** Guard requests that were sent for this call. */
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
 * A request that could carry a prompt cannot be checked here: its route is not known, something in
 * it may hide text, or it was changed after it was approved. Nothing was sent.
 */
export class UnguardedRequestError extends GuardedModelError {
  /** Always 403, for the same readers as that of {@link GuardDeniedError}. */
  readonly status = 403;
  constructor(message: string, fields: ErrorFields = {}) {
    super("unguarded_request", message, fields);
    this.name = "UnguardedRequestError";
  }
}

/** What an answer of the data plane says about a refusal (specification, "Error body"). */
export interface DataPlaneErrorFields extends ErrorFields {
  readonly status?: number | undefined;
  readonly error?: string | undefined;
  readonly reason?: string | undefined;
  readonly details?: unknown;
  readonly retryAfterMs?: number | undefined;
  readonly rateLimit?: RateLimit | undefined;
}

/** The data plane answered with something other than success, or did not answer. */
export class DataPlaneError extends GuardedModelError {
  /** HTTP status, when there was an answer. */
  readonly status: number | undefined;
  /** The error body's `error`, capped and made printable; undefined when it has none. */
  readonly error: string | undefined;
  /** The error body's `reason`, the same way, for instance `replay_detected`. */
  readonly reason: string | undefined;
  /** The error body's `details`, whatever it is. Not enumerable. */
  declare readonly details: unknown;
  /**
   * Milliseconds that `Retry-After` asks to wait (RFC 9110, section 10.2.3: seconds or a date);
   * undefined when it says nothing.
   */
  readonly retryAfterMs: number | undefined;
  /** The answer's rate-limit headers; undefined when it has none. */
  readonly rateLimit: RateLimit | undefined;

  constructor(message: string, fields: DataPlaneErrorFields = {}) {
    super("data_plane", message, fields);
    this.name = "DataPlaneError";
    this.status = fields.status;
    this.error = fields.error;
    this.reason = fields.reason;
    this.retryAfterMs = fields.retryAfterMs;
    this.rateLimit = fields.rateLimit;
    // Details are the service's and may quote what it was sent: at hand, never printed.
    Object.defineProperty(this, "details", { value: fields.details });
  }

  /** `details.fieldErrors` of a validation failure: field name to messages. */
  get fieldErrors(): Readonly<Record<string, readonly string[]>> | undefined {
    const details = this.details;
    if (typeof details !== "object" || details === null) return undefined;
    if (!Object.hasOwn(details, "fieldErrors")) return undefined;
    const fields: unknown = (details as { fieldErrors: unknown }).fieldErrors;
    return typeof fields === "object" && fields !== null
      ? (fields as Record<string, readonly string[]>)
      : undefined;
  }
}

/** An option or environment variable is wrong. The message names it and never shows its value. */
export class ConfigurationError extends GuardedModelError {
  constructor(message: string, fields: ErrorFields = {}) {
    super("configuration", message, fields);
    this.name = "ConfigurationError";
  }
}

/** Whether `value` is an error of this package, of whichever copy of it. */
export function isGuardedModelError(value: object): value is GuardedModelError {
  return (value as { [BRAND]?: unknown })[BRAND] === true;
}
