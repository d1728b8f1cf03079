import { hiddenField } from "./base/hidden-field.ts";
import { isObject } from "./base/option-rules.ts";
import { shared } from "./base/shared.ts";
import {
  type DenialCode,
  type ErrorCode,
  GuardDeniedError,
  GuardedModelError,
  GuardUnavailableError,
  isGuardedModelError,
  UnguardedRequestError,
} from "./errors.ts";
import type { Lifecycle } from "./types.ts";

/** Where an error has the error that caused it. */
interface Wrapper {
  readonly cause?: unknown;
  /** The AI SDK's name for the error that made it stop retrying. */
  readonly lastError?: unknown;
  /** The OpenAI Agents SDK's name for the error of a guardrail or a tool. */
  readonly error?: unknown;
}

/** Deepest chain of causes that is followed; real chains have two or three links. */
const MAX_CAUSE_DEPTH = 16;

/**
 * Finds the error of this package behind `error`: `error` itself, an error in its `cause` chain,
 * its `lastError` (AI SDK) or its `error` (OpenAI Agents SDK), or the error that a provider's SDK
 * built from a 403 or 503 response of this library, by its headers, body or message. Undefined if
 * there is none.
 */
export function guardErrorOf(error: unknown): GuardedModelError | undefined {
  try {
    return findGuardError(error);
  } catch {
    // An error that throws when it is inspected is not one of ours; the original error must not be
    // hidden.
    return undefined;
  }
}

function findGuardError(error: unknown): GuardedModelError | undefined {
  let current: unknown = error;
  for (let depth = 0; depth < MAX_CAUSE_DEPTH && isObject(current); depth += 1) {
    if (isGuardedModelError(current)) return current;
    const answered = fromRefusalAnswer(current) ?? fromRefusalText(current);
    if (answered !== undefined) return answered;
    const { cause, lastError, error: inner } = current as Wrapper;
    // SDKs also keep a response's body in `error`, which may contain anything.
    current = cause ?? lastError ?? (inner instanceof Error && inner);
  }
  return undefined;
}

/**
 * Whether the call was denied, by the guard or by this library. Sees through causes and SDK errors.
 */
export function isGuardDenied(error: unknown): boolean {
  return isDenialCode(guardErrorOf(error)?.code);
}

/**
 * Whether the call was stopped because there was no decision. Sees through causes and SDK errors.
 */
export function isGuardUnavailable(error: unknown): boolean {
  return guardErrorOf(error)?.code === "guard_unavailable";
}

const DENIAL_CODES: readonly unknown[] = [
  "guard_denied",
  "rewrite_unmappable",
  "uninspected_content",
  "masking_failed",
] satisfies ErrorCode[];

/** Names of the headers on a response that this package returns instead of the provider. */
export const REFUSAL_HEADERS = {
  outcome: "x-guard-outcome",
  clientEventId: "x-guard-client-event-id",
  shouldRetry: "x-should-retry",
} as const;

/**
 * The errors behind refusals that were returned as HTTP responses, so that the SDK's error can be
 * mapped back to them.
 */
export const refusals = shared("refusals", () => new Map<string, GuardedModelError>());

/** The lifecycles attached to responses and errors. */
export const lifecycles = shared("lifecycles", hiddenField<Lifecycle>);

/**
 * Whether the error belongs to a call that reached its provider. Its headers are the provider's
 * then, even if they look like ours.
 */
function isProviders(error: object): boolean {
  return lifecycles.get(error) !== undefined;
}

/** Where SDKs keep a response's headers: most, the AI SDK, the AWS SDK, ky and axios, Fern's. */
interface RefusedError extends RefusalBody {
  readonly headers?: unknown;
  readonly responseHeaders?: unknown;
  readonly $response?: { readonly headers?: unknown } | undefined;
  readonly response?: { readonly headers?: unknown } | undefined;
  readonly rawResponse?: { readonly headers?: unknown } | undefined;
}

function fromRefusalAnswer(error: RefusedError): GuardedModelError | undefined {
  const response = error.$response ?? error.response ?? error.rawResponse;
  const headers = error.headers ?? error.responseHeaders ?? response?.headers;
  const outcome = headerOf(headers, REFUSAL_HEADERS.outcome);
  if (outcome === undefined) return undefined;
  const clientEventId = headerOf(headers, REFUSAL_HEADERS.clientEventId);
  const known = clientEventId === undefined ? undefined : refusals.get(clientEventId);
  if (known !== undefined || isProviders(error)) return known;
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

/**
 * Refusals of other processes, or refusals no longer remembered, are known only from the SDK's
 * error.
 */
const FROM_ELSEWHERE =
  "The call was refused before it reached the provider. The message of `cause` says why and what to do.";

/** Candidates for UUIDs (RFC 9562); a match that is none is simply not found. */
const IDS = /[0-9a-f-]{36}/gi;

/**
 * Some SDKs keep only the text of a response's body. The id of a refused call proves that the text
 * is ours, since no provider has seen that id. The code must be there too, because the id may be
 * the app's own and occur elsewhere.
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

/** An error body as SDKs keep it: whole, or only the value of its `error`. */
interface RefusalBody {
  readonly code?: unknown;
  readonly error?: RefusalBody | null;
}

/** The `code` of our error body: on the error itself, or on the body that the SDK parsed. */
function codeOf({ code, error: body }: RefusalBody): unknown {
  return code ?? body?.code ?? body?.error?.code;
}

function isDenialCode(code: unknown): code is DenialCode {
  return DENIAL_CODES.includes(code);
}

function headerOf(headers: unknown, name: string): string | undefined {
  const held = headers as Readonly<Record<string, unknown>> | null | undefined;
  const value: unknown = typeof held?.get === "function" ? held.get(name) : held?.[name];
  return typeof value === "string" ? value : undefined;
}
