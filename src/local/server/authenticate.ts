import {
  AUTHORIZATION_HEADER,
  BEARER_PREFIX,
  SERVICE_API_KEY_HEADER,
} from "../../contract/auth.ts";
import { isLiveKey } from "../../contract/live-key.ts";
import { type Answer, unauthorized } from "./answer.ts";
import type { ReceivedRequest } from "./received-request.ts";

/**
 * The 401 for a request without the system's key in exactly one header; undefined if the key is
 * right.
 */
export function refuseKey(request: ReceivedRequest, apiKey: string): Answer | undefined {
  const bare = request.headers[SERVICE_API_KEY_HEADER];
  const authorization = request.headers[AUTHORIZATION_HEADER];
  if (bare !== undefined && authorization !== undefined) return unauthorized("ambiguous_api_key");
  const shown = typeof bare === "string" ? bare : bearerKey(authorization);
  if (shown === undefined) return unauthorized("missing_api_key");
  return shown === apiKey ? undefined : unauthorized("invalid_api_key");
}

/**
 * The 401 for a `system_id` that does not belong to the key; undefined if it does, or if there is
 * none.
 */
export function refuseSystem(claimed: string | undefined, systemId: string): Answer | undefined {
  if (claimed === undefined || claimed.toLowerCase() === systemId.toLowerCase()) return undefined;
  return unauthorized("system_id_mismatch");
}

/** The 401 for a key that may not finalize; undefined if it may. */
export function refuseTestKey(apiKey: string): Answer | undefined {
  return isLiveKey(apiKey) ? undefined : unauthorized("live_key_required");
}

// The name of the scheme is case-insensitive (RFC 9110, section 11.1).
function bearerKey(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  const scheme = authorization.slice(0, BEARER_PREFIX.length);
  if (scheme.toLowerCase() !== BEARER_PREFIX.toLowerCase()) return undefined;
  return authorization.slice(BEARER_PREFIX.length).trim() || undefined;
}
