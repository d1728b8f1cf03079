import type { Plane } from "../plane.ts";
import { type Answer, ok } from "../server/answer.ts";
import { refuseKey } from "../server/authenticate.ts";
import type { ReceivedRequest } from "../server/received-request.ts";

/** `GET /api/v1/agent/config`. The contract does not define the content; this one is ours. */
export function answerAgentConfig(request: ReceivedRequest, plane: Plane): Answer {
  const refusedKey = refuseKey(request, plane.apiKey);
  if (refusedKey !== undefined) return refusedKey;
  return ok({ system_id: plane.systemId, status: plane.suspended ? "suspended" : "active" });
}
