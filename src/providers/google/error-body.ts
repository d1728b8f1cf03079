import type { ErrorFacts } from "../provider.ts";

/** Codes of refusals that are temporary. */
const UNAVAILABLE: ReadonlySet<string> = new Set(["guard_unavailable", "delivery_unavailable"]);

/**
 * A refusal in Google's error format (Google Cloud API design guide, "Error model"), with the
 * package's code in place of the number, which is already in the HTTP status.
 */
export function googleErrorBody({ message, code, clientEventId }: ErrorFacts): unknown {
  const status = UNAVAILABLE.has(code) ? "UNAVAILABLE" : "PERMISSION_DENIED";
  const info = {
    "@type": "type.googleapis.com/google.rpc.ErrorInfo",
    reason: code.toUpperCase(),
    domain: "guarded-model-client",
    // Google's client shows apps this body as the error message, and no headers.
    ...(clientEventId === undefined ? {} : { metadata: { client_event_id: clientEventId } }),
  };
  return { error: { code, message, status, details: [info] } };
}
