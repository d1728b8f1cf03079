import { MIN_RETRY_AFTER_SECONDS } from "../../contract/limits.ts";
import type { DataPlaneError, UnavailableKind } from "../../errors.ts";
import type { CallEnd } from "../../transport/circuit-breaker.ts";
import type { TransportAnswer, TransportFailure } from "../../transport/transport.ts";
import {
  type ErrorContext,
  errorOfAnswer,
  errorOfFailure,
  errorOfUnproven,
} from "../answers/error-answer.ts";

/** Why one guard request brought no verdict, and whether another one may. */
export interface AttemptFailure {
  readonly kind: UnavailableKind;
  readonly cause: unknown;
  readonly again: boolean;
  /** What it says of the service: an answer we do not like is still an answer. */
  readonly end: CallEnd;
  /** The least wait before another request, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/** An answer that `readVerdict` took for no verdict; `why` is its wording. */
export function failureOfAnswer(
  answer: TransportAnswer,
  why: string,
  context: ErrorContext,
): AttemptFailure {
  const { status } = answer;
  const cause = isSuccess(status)
    ? errorOfUnproven(`The guard's answer is no proof of anything: ${why}.`, answer, context)
    : errorOfAnswer(answer, context);
  return failureOfStatus(status, cause);
}

/** A request without a whole answer. As far as a status had come, it counts for what it says. */
export function failureOfTransport(
  failure: TransportFailure,
  context: ErrorContext,
): AttemptFailure {
  const cause = errorOfFailure(failure, context);
  const { reason, status } = failure;
  // What is cut short is an outage only of the answer that would have the verdict.
  if (status !== undefined && status !== 200) return failureOfStatus(status, cause);
  switch (reason) {
    case "connection":
      return { kind: "unreachable", cause, again: true, end: "failed" };
    case "deadline":
      return { kind: "unreachable", cause, again: false, end: "failed" };
    case "too_large":
    case "undecodable":
      return answered("unproven", cause);
    case "unsent":
    case "aborted":
      // A dispatcher that cannot send, or a transport that was closed under the call.
      return notAsked(cause);
  }
}

/** Nothing was sent, or nothing is known of what became of it, and not for the service's sake. */
export function notAsked(cause: unknown): AttemptFailure {
  return { kind: "refused", cause, again: false, end: "abandoned" };
}

function answered(kind: "refused" | "unproven", cause: DataPlaneError): AttemptFailure {
  return { kind, cause, again: false, end: "answered" };
}

/**
 * Which kind a status is. 429 and 503 speak of load, other 5xx of a fault; whatever else is no
 * success is an answer to us in particular, and a misconfigured client is not an outage. Nor is a success
 * that proves nothing.
 */
function failureOfStatus(status: number, cause: DataPlaneError): AttemptFailure {
  if (status === 429) {
    const retryAfterMs = cause.retryAfterMs ?? MIN_RETRY_AFTER_SECONDS * 1_000;
    return { kind: "overloaded", cause, again: true, end: "failed", retryAfterMs };
  }
  if (status >= 500) {
    const kind = status === 503 ? "overloaded" : "unreachable";
    return { kind, cause, again: true, end: "failed", retryAfterMs: cause.retryAfterMs };
  }
  return answered(isSuccess(status) ? "unproven" : "refused", cause);
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
