import { ingestMsOf } from "../../contract/ingest-ms.ts";
import { MIN_RETRY_AFTER_MS } from "../../contract/limits.ts";
import { REPLAY_DETECTED, STALE_EVENT_TIMESTAMP } from "../../contract/reasons.ts";
import type { DataPlaneError } from "../../errors.ts";
import type { IngestResult } from "../../telemetry.ts";
import type { TransportAnswer, TransportFailure } from "../../transport/transport.ts";
import { serviceTimeOf } from "../answers/clock.ts";
import {
  type ErrorContext,
  errorOfAnswer,
  errorOfFailure,
  errorOfUnproven,
  hideSent,
  isOnTheWay,
} from "../answers/error-answer.ts";
import { ownOf, parseAnswer, successIn } from "../answers/json-answer.ts";
import { acceptFlawedRefusal } from "./accept-flawed-refusal.ts";

/** The outcome of an ingest request. */
export interface IngestReply {
  readonly reply: TransportAnswer | TransportFailure;
  readonly eventId: string;
  /** Duration of the request in milliseconds. */
  readonly elapsedMs: number;
}

/** Interprets an ingest response (specification, "POST /api/v1/ingest" and "Errors"). */
export function readIngest(ingest: IngestReply, context: ErrorContext): IngestResult {
  const reply = acceptFlawedRefusal(ingest.reply);
  if (!reply.ok) return readFailure(reply, context);
  if (reply.status === 200) return readSuccess(ingest, reply, context);
  const error = errorOfAnswer(reply, context);
  switch (reply.status) {
    case 400:
      return readInvalid(reply, error);
    case 409:
      return error.reason === REPLAY_DETECTED
        ? { kind: "replay", ingestMs: ingestMsOf(ingest.elapsedMs) }
        : { kind: "invalid", error };
    default:
      return readStatus(reply.status, error);
  }
}

function readSuccess(
  ingest: IngestReply,
  answer: TransportAnswer,
  context: ErrorContext,
): IngestResult {
  const body = successIn(answer.body, "event_id", ingest.eventId);
  if (body === undefined) {
    const what = "The data plane's answer does not show that the event was stored.";
    return { kind: "failed", error: errorOfUnproven(what, answer, context) };
  }
  const reason = ownOf(body, "reason");
  const said = typeof reason === "string" && reason !== "" ? hideSent(reason, context) : undefined;
  const ingestMs = ingestMsOf(ingest.elapsedMs);
  return ownOf(body, "bypassed") === true || said !== undefined
    ? { kind: "accepted", ingestMs, reason: said }
    : { kind: "stored", ingestMs };
}

function readInvalid(answer: TransportAnswer, error: DataPlaneError): IngestResult {
  if (error.error === STALE_EVENT_TIMESTAMP) {
    return { kind: "stale", serverTime: serviceTimeOf(answer.headers), error };
  }
  return { kind: speaksOfLength(answer.body) ? "oversize" : "invalid", error };
}

/** Statuses that mean the same with and without a body. */
function readStatus(status: number, error: DataPlaneError): IngestResult {
  switch (status) {
    case 401:
      return { kind: "unauthorized", error };
    case 403:
      return { kind: "forbidden", error };
    case 413:
      return { kind: "oversize", error };
    case 429: {
      const retryAfterMs = error.retryAfterMs ?? MIN_RETRY_AFTER_MS;
      return { kind: "rate_limited", retryAfterMs, error };
    }
    default: {
      const isInvalid = status >= 400 && status < 500 && !isOnTheWay(status);
      return isInvalid ? { kind: "invalid", error } : failed(error);
    }
  }
}

/**
 * Without its body, a 400 or 409 could mean anything; a retry is safe, since the id stays the same.
 * A body that is too large (it may quote the event) would be so every time.
 */
function readFailure(failure: TransportFailure, context: ErrorContext): IngestResult {
  const error = errorOfFailure(failure, context);
  const { status = 0, reason } = failure;
  const isPlain = [401, 403, 413, 429].includes(status);
  return isPlain || reason === "too_large" ? readStatus(status, error) : failed(error);
}

function failed(error: DataPlaneError): IngestResult {
  return { kind: "failed", error, retryAfterMs: error.retryAfterMs };
}

/** The fields that can be shortened. */
const SHRINKABLE = ["input", "output", "metadata"];
const LENGTH_WORDS = /long|length|large|big|size|exceed|most|max/i;

/** Reads the raw body: in the redacted one, words that also occur in the event are hidden. */
function speaksOfLength(body: string): boolean {
  const fields = memberOf(memberOf(parseAnswer(body), "details"), "fieldErrors");
  return SHRINKABLE.some((field) => {
    const messages = memberOf(fields, field);
    return Array.isArray(messages) && messages.some(isOfLength);
  });
}

/**
 * The message may be of any type, even one that cannot be converted to a string: `{ toString: 1 }`.
 */
function isOfLength(message: unknown): boolean {
  return typeof message === "string" && LENGTH_WORDS.test(message);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? ownOf(value, name) : undefined;
}
