import type { ErrorFacts } from "../provider.ts";

/** Codes of refusals that say "not now" rather than "no". */
const UNAVAILABLE: ReadonlySet<string> = new Set(["guard_unavailable", "delivery_unavailable"]);

/**
 * A refusal in the shape of Google's errors (Google Cloud API design guide, "Error model"), with
 * our word in the place of the number: the status of the answer says the number already.
 */
export function googleErrorBody({ message, code, clientEventId }: ErrorFacts): unknown {
  const status = UNAVAILABLE.has(code) ? "UNAVAILABLE" : "PERMISSION_DENIED";
  const info = {
    "@type": "type.googleapis.com/google.rpc.ErrorInfo",
    reason: code.toUpperCase(),
    domain: "guarded-model-client",
    // Its client shows apps this body as the text of an error, and no headers.
    ...(clientEventId === undefined ? {} : { metadata: { client_event_id: clientEventId } }),
  };
  return { error: { code, message, status, details: [info] } };
}
