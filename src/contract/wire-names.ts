/**
 * The contract's names of fields that have one of ours (specification, "Guard request", "Ingest
 * request"). Others have the same name in both.
 */

/** Fields of `request_identity`. */
export const IDENTITY_NAMES: ReadonlyMap<string, string> = new Map([
  ["userAgent", "user_agent"],
  ["ipAddress", "ip_address"],
  ["sessionId", "session_id"],
  ["tenantId", "tenant_id"],
]);

/** Fields of `client_capabilities` that an app may set. */
export const CAPABILITY_NAMES: ReadonlyMap<string, string> = new Map([
  ["hasFeedbackHandler", "has_feedback_handler"],
]);
