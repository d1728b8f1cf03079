import * as z from "zod";
import { EVENT_TYPES, SEVERITIES } from "./events.ts";
import { MAX_TEXT_LENGTH, MAX_USER_ID_LENGTH, MIN_USER_ID_LENGTH } from "./limits.ts";
import { countSchema, uuidSchema } from "./primitives.ts";

/** Provider usage (specification, "usage fields"). Further properties are accepted. */
const usageSchema = z.looseObject({
  prompt_tokens: countSchema.optional(),
  completion_tokens: countSchema.optional(),
  total_tokens: countSchema.optional(),
  prompt_tokens_details: z.looseObject({ cached_tokens: countSchema.optional() }).optional(),
  completion_tokens_details: z.looseObject({ reasoning_tokens: countSchema.optional() }).optional(),
});

/** Normalized counters, an alternative to `usage`. Further properties are accepted. */
const tokensSchema = z.looseObject({
  input: countSchema.optional(),
  output: countSchema.optional(),
  total: countSchema.optional(),
});

/** Identity hints stored for audit. Further properties are accepted. */
const requestIdentitySchema = z.looseObject({
  ip_address: z.string().optional(),
  user_agent: z.string().optional(),
  /** Country or region hint. */
  geo: z.string().optional(),
  session_id: z.string().optional(),
});

/** What the calling client is and does. Further properties are accepted. */
const clientCapabilitiesSchema = z.looseObject({
  framework: z.string().optional(),
  pii_masking_enabled: z.boolean().optional(),
  secret_masking_enabled: z.boolean().optional(),
  has_feedback_handler: z.boolean().optional(),
  sdk_version: z.string().optional(),
});

/** Free-form, stored with the event; never holds original sensitive values. */
const metadataSchema = z.looseObject({
  client_event_id: uuidSchema.optional(),
  guard_event_id: uuidSchema.optional(),
  sdk_version: z.string().optional(),
});

/** The ingest request (specification, "Ingest request"). Age is not a matter of shape and is checked apart. */
export const ingestRequestSchema = z.object({
  event_id: uuidSchema,
  input: z.string().max(MAX_TEXT_LENGTH),
  output: z.string().max(MAX_TEXT_LENGTH),
  model: z.string(),
  timestamp: z.iso.datetime({ offset: true }),
  system_id: uuidSchema.optional(),
  usage: usageSchema.optional(),
  tokens: tokensSchema.optional(),
  latency: countSchema.optional(),
  user_id: z.string().min(MIN_USER_ID_LENGTH).max(MAX_USER_ID_LENGTH).optional(),
  request_identity: requestIdentitySchema.optional(),
  client_capabilities: clientCapabilitiesSchema.optional(),
  metadata: metadataSchema.optional(),
  event_type: z.enum(EVENT_TYPES).optional(),
  severity: z.enum(SEVERITIES).optional(),
});

/** An ingest request. */
export type IngestRequest = z.infer<typeof ingestRequestSchema>;
