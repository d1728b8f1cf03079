import { finalizeRequestSchema } from "../../contract/finalize.ts";
import { EVENT_NOT_FOUND } from "../../contract/reasons.ts";
import type { Plane } from "../plane.ts";
import { type Answer, ok, refuse } from "../server/answer.ts";
import { refuseKey, refuseSystem, refuseTestKey } from "../server/authenticate.ts";
import { readPayload } from "../server/payload.ts";
import type { ReceivedRequest } from "../server/received-request.ts";

/** `POST /api/v1/ingest/finalize`: stores the measured ingest time; the first value is kept. */
export function answerFinalize(request: ReceivedRequest, plane: Plane): Answer {
  const refusedKey = refuseKey(request, plane.apiKey) ?? refuseTestKey(plane.apiKey);
  if (refusedKey !== undefined) return refusedKey;
  const payload = readPayload(request, finalizeRequestSchema);
  if (!payload.ok) return payload.answer;
  const { client_event_id, sdk_ingest_ms, system_id } = payload.value;
  const refusedSystem = refuseSystem(system_id, plane.systemId);
  if (refusedSystem !== undefined) return refusedSystem;
  const kept = plane.store.finalize(client_event_id, sdk_ingest_ms);
  if (kept === undefined) {
    return refuse(404, { error: "Event not found", reason: EVENT_NOT_FOUND });
  }
  return ok({ success: true, client_event_id, sdk_ingest_ms: kept });
}
