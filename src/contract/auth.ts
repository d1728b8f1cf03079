/**
 * How a request shows its key (specification, "Authentication"). Header names are in lower case,
 * as `node:http` reports them.
 */

/** Carries the bare key; the preferred header for servers. */
export const SERVICE_API_KEY_HEADER = "x-service-api-key";

/** Carries the key behind {@link BEARER_PREFIX}. A request has this header or the other, never both. */
export const AUTHORIZATION_HEADER = "authorization";

/** What stands before the key in {@link AUTHORIZATION_HEADER}. */
export const BEARER_PREFIX = "Bearer ";
