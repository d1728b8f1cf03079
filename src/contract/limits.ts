/**
 * The contract's numbers (specification, "Limits"). Plain constants: importing them loads nothing.
 */

/** Longest `input` and `output` of an event. The contract says characters; we count UTF-16 units. */
export const MAX_TEXT_LENGTH = 32_000;

/** Largest request body in bytes (4 MiB). Anything larger is answered with 413. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Oldest `timestamp` an event may carry, in milliseconds (5 minutes). */
export const MAX_EVENT_AGE_MS = 5 * 60 * 1000;

/** Largest `sdk_ingest_ms`, in milliseconds (10 minutes); the smallest is 0. */
export const MAX_INGEST_MS = 600_000;

/** Smallest `Retry-After` of a 429, in milliseconds; the header has whole seconds. */
export const MIN_RETRY_AFTER_MS = 1_000;

/**
 * Largest guard answer that is read, in decoded bytes (1 MiB). This limit is ours, the contract
 * has none: an answer is at most a rewrite of a prompt, and a small gzip body can decode to
 * hundreds of megabytes.
 */
export const MAX_GUARD_ANSWER_BYTES = 1024 * 1024;
