import { type IngestRequest, ingestRequestSchema } from "../../contract/ingest.ts";
import { MAX_EVENT_AGE_MS } from "../../contract/limits.ts";
import {
  RATE_LIMIT_LIMIT_HEADER,
  RATE_LIMIT_REMAINING_HEADER,
  RETRY_AFTER_HEADER,
} from "../../contract/rate-limit.ts";
import { REPLAY_DETECTED, STALE_EVENT_TIMESTAMP } from "../../contract/reasons.ts";
import type { Plane } from "../plane.ts";
import type { RateVerdict } from "../policy/rate-limiter.ts";
import { type Answer, ok, refuse } from "../server/answer.ts";
import { refuseKey, refuseSystem } from "../server/authenticate.ts";
import { readPayload } from "../server/payload.ts";
import type { ReceivedRequest } from "../server/received-request.ts";

/** `POST /api/v1/ingest`: stores an event once. */
export function answerIngest(request: ReceivedRequest, plane: Plane): Answer {
  const refusedKey = refuseKey(request, plane.apiKey);
  if (refusedKey !== undefined) return refusedKey;
  if (plane.suspended) {
    return refuse(403, { error: "Forbidden", reason: "system_suspended" });
  }
  const rate = plane.limiter.take(request.receivedAt);
  if (rate === undefined) return storeEvent(request, plane);
  if (rate.retryAfterSeconds !== undefined) return refuseRate(rate, rate.retryAfterSeconds);
  const answer = storeEvent(request, plane);
  return { ...answer, headers: { ...answer.headers, ...rateHeaders(rate) } };
}

function storeEvent(request: ReceivedRequest, plane: Plane): Answer {
  const payload = readPayload(request, ingestRequestSchema);
  if (!payload.ok) return payload.answer;
  const event = payload.value;
  const refused = refuseSystem(event.system_id, plane.systemId) ?? refuseAge(event, request);
  if (refused !== undefined) return refused;
  if (plane.store.ingest(event, Buffer.byteLength(request.text)) === "replay") {
    return refuse(409, { error: "Event already stored", reason: REPLAY_DETECTED });
  }
  plane.onStored(event);
  return ok({ success: true, event_id: event.event_id });
}

function refuseAge(event: IngestRequest, request: ReceivedRequest): Answer | undefined {
  const ageMs = request.receivedAt - Date.parse(event.timestamp);
  if (ageMs <= MAX_EVENT_AGE_MS) return undefined;
  const details = `The timestamp is ${Math.ceil(ageMs / 1000)} seconds old; at most 300 are accepted.`;
  return refuse(400, { error: STALE_EVENT_TIMESTAMP, details });
}

function refuseRate(rate: RateVerdict, retryAfterSeconds: number): Answer {
  const headers = { ...rateHeaders(rate), [RETRY_AFTER_HEADER]: String(retryAfterSeconds) };
  return refuse(429, { error: "Too many requests", reason: "rate_limited" }, headers);
}

function rateHeaders(rate: RateVerdict): Record<string, string> {
  return {
    [RATE_LIMIT_LIMIT_HEADER]: String(rate.limit),
    [RATE_LIMIT_REMAINING_HEADER]: String(rate.remaining),
  };
}
