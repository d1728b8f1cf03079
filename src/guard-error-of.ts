import type { HiddenField } from "./base/hidden-field.ts";
import {
  type DenialCode,
  type ErrorCode,
  GuardDeniedError,
  GuardedModelError,
  GuardUnavailableError,
  isGuardedModelError,
  UnguardedRequestError,
} from "./errors.ts";

/** Deepest chain of causes that is followed; real chains have two or three links. */
const MAX_CAUSE_DEPTH = 16;

/**
 * Finds the error of this package behind `error`: `error` itself, an error in its `cause` chain or
 * `lastError` (AI SDK), or the error that a provider's SDK built from a 403 or 503 response of this
 * library, by its headers, body or message. Undefined if there is none.
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
    if (isGuardedModelError(current)) return current;
    const answered = fromRefusalAnswer(current) ?? fromRefusalText(current);
    if (answered !== undefined) return answered;
    const { cause, lastError } = current as { cause?: unknown; lastError?: unknown };
    // The AI SDK's name for what made it give up retrying.
    current = cause ?? lastError;
  }
  return undefined;
}

/**
 * Whether the call was denied, by the guard or by this library. Sees through causes and SDK errors.
 */
export function isGuardDenied(error: unknown): boolean {
  const code = guardErrorOf(error)?.code;
  return code !== undefined && DENIAL_CODES.has(code);
}

/**
 * Whether the call was stopped because there was no decision. Sees through causes and SDK errors.
 */
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

// On the global, so that the ESM and the CJS build of this package find each other's refusals.
const REFUSALS = Symbol.for("guarded-model-client.refusals");
const MAX_REMEMBERED_REFUSALS = 1_000;

/**
 * The errors behind refusals that were answered over HTTP, kept for as long as they are
 * likely to be asked for. Bounded: the oldest goes first.
 */
const refusals: Map<string, GuardedModelError> = Reflect.get(globalThis, REFUSALS) ?? new Map();
Reflect.set(globalThis, REFUSALS, refusals);

/** Remembers what stands behind a refusal that leaves as an HTTP answer. */
export function rememberRefusal(clientEventId: string, error: GuardedModelError): void {
  if (refusals.size >= MAX_REMEMBERED_REFUSALS) {
    const [oldest = ""] = refusals.keys();
    refusals.delete(oldest);
  }
  refusals.set(clientEventId, error);
}

/** Where the lifecycles of answers and errors are known; on the global for the same reason. */
export const LIFECYCLES: unique symbol = Symbol.for("guarded-model-client.lifecycles");

/** Whether the error is how a call ended that we let through: its headers are a provider's, whatever they say. */
function isProviders(error: object): boolean {
  const known = (globalThis as { [LIFECYCLES]?: HiddenField<unknown> })[LIFECYCLES];
  return known?.get(error) !== undefined;
}

/** Where SDKs keep the headers of an answer: most, the AI SDK, AWS's. */
interface RefusedError {
  readonly headers?: unknown;
  readonly responseHeaders?: unknown;
  readonly $response?: { readonly headers?: unknown } | undefined;
}

function fromRefusalAnswer(error: object): GuardedModelError | undefined {
  const { headers: own, responseHeaders, $response } = error as RefusedError;
  const headers = own ?? responseHeaders ?? $response?.headers;
  const outcome = headerOf(headers, REFUSAL_HEADERS.outcome);
  if (outcome === undefined) return undefined;
  const clientEventId = headerOf(headers, REFUSAL_HEADERS.clientEventId);
  const known = clientEventId === undefined ? undefined : refusals.get(clientEventId);
  if (known !== undefined) return known;
  if (isProviders(error)) return undefined;
  const fields = { clientEventId, cause: error };
  const code = codeOf(error);
  if (outcome === "unavailable") {
    return code === "delivery_unavailable"
      ? new GuardedModelError(code, FROM_ELSEWHERE, fields)
      : new GuardUnavailableError(FROM_ELSEWHERE, { ...fields, kind: "unreachable", attempts: 0 });
  }
  if (outcome === "denied") {
    return new GuardDeniedError(isDenialCode(code) ? code : "guard_denied", FROM_ELSEWHERE, fields);
  }
  return outcome === "unguarded" ? new UnguardedRequestError(FROM_ELSEWHERE, fields) : undefined;
}

/** Of a refusal by another process, or of long ago, only what its SDK made of it is known here. */
const FROM_ELSEWHERE =
  "The call was refused before it reached the provider. The message of `cause` says why and what to do.";

/** What may be a UUID (RFC 9562); what is none leads to nothing. */
const IDS = /[0-9a-f-]{36}/gi;

/**
 * Some SDKs keep of an answer only the text of its body. The id of a call that we refused proves it
 * ours: no provider has ever seen it. Beside our code, since the id may be the app's own, which
 * uses it elsewhere.
 */
function fromRefusalText({
  message,
}: {
  readonly message?: unknown;
}): GuardedModelError | undefined {
  if (typeof message !== "string") return undefined;
  return message
    .match(IDS)
    ?.map((id) => refusals.get(id))
    .find((known) => known !== undefined && message.includes(known.code));
}

/** A body as SDKs keep it: whole, or what stands under its `error`. */
interface RefusalBody {
  readonly code?: unknown;
  readonly error?: RefusalBody | null;
}

/** The `code` of our body: on the error itself, or on the body that its SDK has read. */
function codeOf({ code, error: body }: RefusalBody): unknown {
  return code ?? body?.code ?? body?.error?.code;
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

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
