import * as z from "zod";
import { MAX_INGEST_MS } from "./limits.ts";
import { countSchema, uuidSchema } from "./primitives.ts";

/** The finalize request (specification, "Finalize request"). */
export const finalizeRequestSchema = z.object({
  client_event_id: uuidSchema,
  /** Duration of the client's ingest call, in whole milliseconds. */
  sdk_ingest_ms: countSchema.max(MAX_INGEST_MS),
  system_id: uuidSchema.optional(),
});

/** A finalize request. */
export type FinalizeRequest = z.infer<typeof finalizeRequestSchema>;
