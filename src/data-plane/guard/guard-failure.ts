import { MIN_RETRY_AFTER_MS } from "../../contract/limits.ts";
import type { DataPlaneError, UnavailableKind } from "../../errors.ts";
import type { CallEnd } from "../../transport/circuit-breaker.ts";
import type { TransportAnswer, TransportFailure } from "../../transport/transport.ts";
import {
  type ErrorContext,
  errorOfAnswer,
  errorOfFailure,
  errorOfUnproven,
} from "../answers/error-answer.ts";

/** Why a guard request brought no verdict, and whether a retry may help, if there is time. */
export interface AttemptFailure {
  readonly kind: UnavailableKind;
  readonly cause: unknown;
  readonly again: boolean;
  /** What it says about the service: an unusable response is still a response. */
  readonly end: CallEnd;
  /** Minimum wait before a retry, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/** A response that `readVerdict` did not accept; `why` is its text. */
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

/** Honest answers are as long as the prompt only if they rewrite it. */
const TOO_LARGE =
  "The guard's answer is larger than 1 MiB, so it was not read. A rewrite is about as long as the prompt: send less text at once, or show the guard less of it (guardScope).";

/** A request without a complete response. If a status had arrived, it decides. */
export function failureOfTransport(
  failure: TransportFailure,
  context: ErrorContext,
): AttemptFailure {
  const { reason, status } = failure;
  const what = reason === "too_large" && status === 200 ? TOO_LARGE : undefined;
  const cause = errorOfFailure(failure, context, what);
  // Only for a 200 does it matter that the body, and with it the verdict, was cut off.
  if (status !== undefined && status !== 200) return failureOfStatus(status, cause);
  switch (reason) {
    case "connection":
    case "deadline":
      return { kind: "unreachable", cause, again: true, end: "failed" };
    case "too_large":
    case "undecodable":
      return answered("unproven", cause);
    case "unsent":
    case "unloaded":
    case "aborted":
      // The request could not be sent, or the transport was closed during the call.
      return notAsked(cause);
  }
}

/** Nothing was sent, or its fate is unknown, for a reason that is not the service's. */
export function notAsked(cause: unknown): AttemptFailure {
  return { kind: "refused", cause, again: false, end: "abandoned" };
}

function answered(kind: "refused" | "unproven", cause: DataPlaneError): AttemptFailure {
  return { kind, cause, again: false, end: "answered" };
}

/**
 * The kind of a status. 429 and 503 mean load, other 5xx a fault. Any other unsuccessful status is
 * about this client in particular, and a misconfigured client is not an outage; neither is a
 * success that proves nothing.
 */
function failureOfStatus(status: number, cause: DataPlaneError): AttemptFailure {
  if (status === 429) {
    const retryAfterMs = cause.retryAfterMs ?? MIN_RETRY_AFTER_MS;
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
