import { EVENT_NOT_FOUND, REPLAY_DETECTED, STALE_EVENT_TIMESTAMP } from "../../contract/reasons.ts";
import { DataPlaneError } from "../../errors.ts";
import { quoteForeign } from "../../redact.ts";
import type { ResponseHeaders, TransportFailure } from "../../transport/transport.ts";
import { asIs, codeOf, describeCause } from "./foreign-error.ts";
import { ownOf, parseAnswer } from "./json-answer.ts";
import { rateLimitOf } from "./rate-limit.ts";
import { retryAfterMsOf } from "./retry-after.ts";

/** What is known besides the response or failure itself. */
export interface ErrorContext {
  /** Removes the key from foreign text: services and proxies may echo the request. */
  readonly scrub: (text: string) => string;
  /** Removes what a service quotes of the request's texts, shortened or in part. */
  readonly hideParts?: ((text: string) => string) | undefined;
  /** Our clock, milliseconds since the Unix epoch. */
  readonly now: number;
  readonly clientEventId?: string | undefined;
}

/** A response that is not a success. */
export interface AnswerText {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: string;
}

/** The error for an unsuccessful response (specification, "Error body"). */
export function errorOfAnswer(answer: AnswerText, context: ErrorContext): DataPlaneError {
  const { status, headers } = answer;
  const body = parseAnswer(answer.body);
  const error = shownText(body, "error", context);
  const reason = shownText(body, "reason", context);
  return new DataPlaneError(messageOf(status, error, reason), {
    status,
    error,
    reason,
    details: shownDetails(answer.body, context),
    retryAfterMs: retryAfterMsOf(headers, context.now),
    rateLimit: rateLimitOf(headers),
    retryable: isTransient(status),
    clientEventId: context.clientEventId,
  });
}

/** The error for a response with a success status but an invalid body. `what` is our own text. */
export function errorOfUnproven(
  what: string,
  answer: Pick<AnswerText, "status" | "headers">,
  context: ErrorContext,
): DataPlaneError {
  return new DataPlaneError(what, {
    status: answer.status,
    rateLimit: rateLimitOf(answer.headers),
    clientEventId: context.clientEventId,
  });
}

/** The error for a request without a complete response. `what`: our own text, where it knows more. */
export function errorOfFailure(
  failure: TransportFailure,
  context: ErrorContext,
  what = failureMessage(failure),
): DataPlaneError {
  const { status, headers } = failure;
  return new DataPlaneError(what, {
    status,
    retryAfterMs: headers === undefined ? undefined : retryAfterMsOf(headers, context.now),
    rateLimit: headers === undefined ? undefined : rateLimitOf(headers),
    retryable: isPassing(failure),
    clientEventId: context.clientEventId,
    cause: describeCause(failure.cause, (text) => hideSent(text, context)),
  });
}

/**
 * Whether a failure is temporary. If a status had arrived, it decides: only of a 200 does it matter
 * that the body is missing.
 */
function isPassing({ reason, status = 200 }: TransportFailure): boolean {
  if (status !== 200 && reason !== "aborted") return isTransient(status);
  return reason === "connection" || reason === "deadline";
}

/** Whether a status is temporary, rather than caused by the request. */
export function isTransient(status: number): boolean {
  return status === 429 || status >= 500;
}

/**
 * Whether a status of an event's request says nothing about the event: a proxy that wants its own
 * key, a timeout on the way, a connection that is not for this host (421, RFC 9110, section
 * 15.5.20), 425 "Too Early" (RFC 8470).
 */
export function isOnTheWay(status: number): boolean {
  return status === 407 || status === 408 || status === 421 || status === 425;
}

/** Whether a status is a redirect; some runtimes report one that was not followed as 0. */
function isRedirect(status: number): boolean {
  return status === 0 || (status >= 300 && status < 400);
}

function messageOf(status: number, error: string | undefined, reason: string | undefined): string {
  if (isRedirect(status)) {
    return `The data plane answered with a redirect (status ${status}), which is never followed. Check baseURL.`;
  }
  const said = [error, reason].filter((text) => text !== undefined && text !== "").join(", ");
  return `The data plane answered with status ${status}${said === "" ? "" : `: ${said}`}.`;
}

function failureMessage({ reason, cause, status }: TransportFailure): string {
  switch (reason) {
    case "aborted":
      return "The request to the data plane was given up.";
    case "unsent":
      return "The dispatcher did not accept the request. It must be a dispatcher of undici 7; where undici is not part of a bundle, the app itself must depend on that version.";
    case "unloaded":
      return "undici cannot be loaded, so nothing was sent; the cause says why. A bundle that is an ES module must define require, or leave undici 7 outside.";
    case "deadline":
      return "The data plane did not answer in time.";
    case "too_large":
      return "The data plane's answer is too large. Check baseURL (GUARD_BASE_URL), and what stands in between.";
    case "undecodable":
      return "The data plane's answer cannot be decoded.";
    case "connection": {
      const code = codeOf(cause);
      const also = code === undefined ? "" : ` (${code})`;
      return status === undefined
        ? `The connection to the data plane failed${also}.`
        : `The data plane's answer broke off${also}.`;
    }
  }
}

function shownText(
  body: object | undefined,
  name: string,
  context: ErrorContext,
): string | undefined {
  const text = body === undefined ? undefined : ownOf(body, name);
  if (typeof text !== "string") return undefined;
  // A prompt may contain these words too, and hiding it must not hide them.
  return CONTRACT_WORDS.has(text) ? text : quoteForeign(hideSent(text, context));
}

const CONTRACT_WORDS: ReadonlySet<string> = new Set([
  EVENT_NOT_FOUND,
  REPLAY_DETECTED,
  STALE_EVENT_TIMESTAMP,
]);

/**
 * Scrubbed as a whole, and part by part once it is known what is JSON and what is said in it. Written
 * anew before, because services escape characters in different ways.
 */
function shownDetails(text: string, context: ErrorContext): unknown {
  const written = JSON.stringify({ details: withTexts(detailsIn(text), asIs) });
  const details = detailsIn(context.scrub(written));
  const { hideParts } = context;
  return hideParts === undefined ? details : withTexts(details, hideParts);
}

function detailsIn(text: string): unknown {
  const body = parseAnswer(text);
  return body === undefined ? undefined : ownOf(body, "details");
}

/** Deeper than any honest details; what lies below is left out. */
const MAX_DEPTH = 64;

/** A copy with `map` applied to every text in it; names are the service's own. */
function withTexts(value: unknown, map: (text: string) => string, depth = 0): unknown {
  if (typeof value === "string") return map(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) return undefined;
  if (Array.isArray(value)) return value.map((each) => withTexts(each, map, depth + 1));
  const entries = Object.entries(value).map(([name, each]) => {
    return [name, withTexts(each, map, depth + 1)] as const;
  });
  // Defined and not assigned, so that `__proto__` is a name like any other.
  return Object.fromEntries(entries);
}

/** Foreign text without the key, and without what it has of the texts of the request. */
export function hideSent(text: string, { scrub, hideParts }: ErrorContext): string {
  const scrubbed = scrub(text);
  return hideParts === undefined ? scrubbed : hideParts(scrubbed);
}
