/**
 * Headers of a 429 (specification, "Errors", ingest). Names are in lower case.
 */

/** Whole seconds to wait, at least 1. */
export const RETRY_AFTER_HEADER = "retry-after";

/** Requests that the current window allows. */
export const RATE_LIMIT_LIMIT_HEADER = "x-ratelimit-limit";

/** Requests that are left in the current window. */
export const RATE_LIMIT_REMAINING_HEADER = "x-ratelimit-remaining";
