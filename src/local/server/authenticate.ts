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
  if (countKeys(request.rawHeaders) > 1) return unauthorized("ambiguous_api_key");
  const bare = request.headers[SERVICE_API_KEY_HEADER];
  const authorization = request.headers[AUTHORIZATION_HEADER];
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

/** Counted in the raw headers: Node.js drops a repeated `authorization`. */
function countKeys(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase();
    if (name === SERVICE_API_KEY_HEADER || name === AUTHORIZATION_HEADER) count += 1;
  }
  return count;
}

// The name of the scheme is case-insensitive (RFC 9110, section 11.1).
function bearerKey(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  const scheme = authorization.slice(0, BEARER_PREFIX.length);
  if (scheme.toLowerCase() !== BEARER_PREFIX.toLowerCase()) return undefined;
  return authorization.slice(BEARER_PREFIX.length).trim() || undefined;
}
