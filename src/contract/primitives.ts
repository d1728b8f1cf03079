import * as z from "zod";

/**
 * A UUID by its shape (RFC 9562, section 4), any version and variant, any case: the contract
 * asks for a UUID and says nothing of its version.
 */
export const uuidSchema = z.guid();

/** A whole number >= 0: token counters, latencies. */
export const countSchema = z.int().min(0);
