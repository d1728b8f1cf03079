import { MIN_RETRY_AFTER_MS } from "../../contract/limits.ts";
import type { DataPlaneError } from "../../errors.ts";
import type { FinalizeResult } from "../../telemetry.ts";
import type { TransportAnswer, TransportFailure } from "../../transport/transport.ts";
import {
  type ErrorContext,
  errorOfAnswer,
  errorOfFailure,
  errorOfUnproven,
  isOnTheWay,
  isTransient,
} from "../answers/error-answer.ts";
import { ownOf, successIn } from "../answers/json-answer.ts";
import { acceptFlawedRefusal } from "./accept-flawed-refusal.ts";

/** The event to finalize. */
export interface FinalizeRequest {
  readonly clientEventId: string;
  /** Duration of the ingest request in whole milliseconds, 0 to 600,000. */
  readonly ingestMs: number;
}

/** The finalize request as JSON (specification, "Finalize request"). */
export function finalizeBody(request: FinalizeRequest, systemId: string | undefined): string {
  return JSON.stringify({
    client_event_id: request.clientEventId,
    sdk_ingest_ms: request.ingestMs,
    system_id: systemId,
  });
}

/** Interprets a finalize response (specification, "POST /api/v1/ingest/finalize" and "Errors"). */
export function readFinalize(
  given: TransportAnswer | TransportFailure,
  context: ErrorContext,
): FinalizeResult {
  const reply = acceptFlawedRefusal(given);
  if (!reply.ok) return failed(errorOfFailure(reply, context));
  const { status } = reply;
  if (status === 200) {
    const body = successIn(reply.body, "client_event_id", context.clientEventId ?? "");
    if (body !== undefined) return { kind: "finalized", storedMs: ownOf(body, "sdk_ingest_ms") };
  }
  if (status < 400) {
    const what = "The data plane's answer does not show that the time was stored.";
    return { kind: "failed", error: errorOfUnproven(what, reply, context) };
  }
  const error = errorOfAnswer(reply, context);
  if (status === 404) return { kind: "not_found", error };
  return isTransient(status) || isOnTheWay(status) ? failed(error) : { kind: "rejected", error };
}

function failed(error: DataPlaneError): FinalizeResult {
  const least = error.status === 429 ? MIN_RETRY_AFTER_MS : undefined;
  return { kind: "failed", error, retryAfterMs: error.retryAfterMs ?? least };
}
