import * as z from "zod";
import { uuidSchema } from "./primitives.ts";

/**
 * The guard request (specification, "Guard request"). The contract does not show which fields
 * are required; a guard without a text to check is the one thing that makes no sense.
 */
export const guardRequestSchema = z.object({
  input: z.string(),
  system_id: uuidSchema.optional(),
  model: z.string().optional(),
  user_id: z.string().optional(),
  client_event_id: uuidSchema.optional(),
  request_identity: z
    .looseObject({ user_agent: z.string().optional(), tenant_id: z.string().optional() })
    .optional(),
  client_capabilities: z.looseObject({ framework: z.string().optional() }).optional(),
});

/** A guard request. */
export type GuardRequest = z.infer<typeof guardRequestSchema>;
