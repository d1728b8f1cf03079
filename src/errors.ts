import type { GuardDecision, RateLimit } from "./types.ts";

/** Stable codes; the message may change between versions, a code never does. */
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

/** What closed the guard phase without a denial. Only `unreachable` and `overloaded` may fail open. */
export type UnavailableKind = "unreachable" | "overloaded" | "refused" | "unproven";

// A registered symbol, so that two installed copies of this package recognise each other's errors.
const BRAND = Symbol.for("guarded-model-client.error");

/** Fields that every error of this package may carry. */
export interface ErrorFields {
  readonly clientEventId?: string | undefined;
  readonly retryable?: boolean | undefined;
  readonly cause?: unknown;
}

/** Base of every error this package throws. */
export class GuardedModelError extends Error {
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

/** The codes of a denial: the guard's own, or ours where sending would have meant guessing. */
export type DenialCode =
  | "guard_denied"
  | "rewrite_unmappable"
  | "uninspected_content"
  | "masking_failed";

/** The call was stopped before the provider. Do not retry it as it is. */
export class GuardDeniedError extends GuardedModelError {
  /** The guard's reason, or ours. */
  readonly reason: string | undefined;
  /** Undefined when the call was stopped before the guard was asked. */
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
    this.reason = fields.reason;
    // It holds a prompt's rewrite, which a log of errors has no business to show: at hand, never printed.
    Object.defineProperty(this, "decision", { value: fields.decision, enumerable: false });
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

/** A request that could carry a prompt went to a route this package does not guard. Nothing was sent. */
export class UnguardedRequestError extends GuardedModelError {
  constructor(message: string, fields: ErrorFields = {}) {
    super("unguarded_request", message, fields);
    this.name = "UnguardedRequestError";
  }
}

/** What an answer of the data plane says about a refusal. */
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
  /** The error body's `error`, `reason` (capped and made printable) and `details`. */
  readonly error: string | undefined;
  readonly reason: string | undefined;
  declare readonly details: unknown;
  readonly retryAfterMs: number | undefined;
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
    Object.defineProperty(this, "details", { value: fields.details, enumerable: false });
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

/** Deepest chain of causes that is followed; real chains have two or three links. */
const MAX_CAUSE_DEPTH = 16;

/**
 * The error of this package behind `error`: itself, somewhere along its `cause` chain, or in
 * the body of a provider SDK's status error made from our own 403 or 503 answer.
 */
export function guardErrorOf(error: unknown): GuardedModelError | undefined {
  try {
    return findGuardError(error);
  } catch {
    // An error that cannot be looked at is not one of ours, and must not hide behind another.
    return undefined;
  }
}

function findGuardError(error: unknown): GuardedModelError | undefined {
  let current: unknown = error;
  for (let depth = 0; depth < MAX_CAUSE_DEPTH && isObject(current); depth += 1) {
    if (isBranded(current)) return current;
    const answered = fromRefusalAnswer(current);
    if (answered !== undefined) return answered;
    current = (current as { cause?: unknown }).cause;
  }
  return undefined;
}

/** Whether the guard, or a rule of ours that stands in for it, denied the call. */
export function isGuardDenied(error: unknown): boolean {
  const code = guardErrorOf(error)?.code;
  return code !== undefined && DENIAL_CODES.has(code);
}

/** Whether the call was stopped because no decision could be had. */
export function isGuardUnavailable(error: unknown): boolean {
  return guardErrorOf(error)?.code === "guard_unavailable";
}

const DENIAL_CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "guard_denied",
  "rewrite_unmappable",
  "uninspected_content",
  "masking_failed",
]);

/** Header names of an answer that this package made in a provider's place. */
export const REFUSAL_HEADERS = {
  outcome: "x-guard-outcome",
  clientEventId: "x-guard-client-event-id",
  shouldRetry: "x-should-retry",
} as const;

/**
 * The errors behind refusals that were answered over HTTP, kept for as long as they are
 * likely to be asked for. Bounded: the oldest goes first.
 */
const refusals = new Map<string, GuardedModelError>();
const MAX_REMEMBERED_REFUSALS = 1_000;

/** Remembers what stands behind a refusal that leaves as an HTTP answer. */
export function rememberRefusal(clientEventId: string, error: GuardedModelError): void {
  if (refusals.size >= MAX_REMEMBERED_REFUSALS) {
    const oldest = refusals.keys().next();
    if (!oldest.done) refusals.delete(oldest.value);
  }
  refusals.set(clientEventId, error);
}

function fromRefusalAnswer(error: object): GuardedModelError | undefined {
  const headers =
    (error as { headers?: unknown }).headers ??
    (error as { responseHeaders?: unknown }).responseHeaders;
  const outcome = headerOf(headers, REFUSAL_HEADERS.outcome);
  if (outcome === undefined) return undefined;
  const clientEventId = headerOf(headers, REFUSAL_HEADERS.clientEventId);
  const known = clientEventId === undefined ? undefined : refusals.get(clientEventId);
  if (known !== undefined) return known;
  const fields = { clientEventId, cause: error };
  const code = codeOf(error);
  if (outcome === "unavailable" && code === "delivery_unavailable") {
    return new GuardedModelError(
      code,
      "Telemetry could not be kept and the call was refused.",
      fields,
    );
  }
  if (outcome === "unavailable") {
    const message = "The guard could not be asked and the call was refused.";
    return new GuardUnavailableError(message, { ...fields, kind: "unreachable", attempts: 0 });
  }
  if (outcome === "denied") {
    return new GuardDeniedError(
      isDenialCode(code) ? code : "guard_denied",
      "The guard denied this call.",
      fields,
    );
  }
  if (outcome === "unguarded") {
    return new UnguardedRequestError("The request went to a route that is not guarded.", fields);
  }
  return undefined;
}

/** The `code` of our body, where SDKs keep it: on the error itself or on the body they read. */
function codeOf(error: object): unknown {
  const { code, error: body } = error as { code?: unknown; error?: { code?: unknown } | null };
  return code ?? body?.code;
}

function isDenialCode(code: unknown): code is DenialCode {
  return DENIAL_CODES.has(code as ErrorCode);
}

function headerOf(headers: unknown, name: string): string | undefined {
  if (!isObject(headers)) return undefined;
  const get = (headers as { get?: unknown }).get;
  const value: unknown =
    typeof get === "function"
      ? get.call(headers, name)
      : (headers as Record<string, unknown>)[name];
  return typeof value === "string" ? value : undefined;
}

function isBranded(value: object): value is GuardedModelError {
  return (value as { [BRAND]?: unknown })[BRAND] === true;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
