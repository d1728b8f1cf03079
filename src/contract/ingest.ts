import * as z from "zod";
import { EVENT_TYPES, type EventType, SEVERITIES, type Severity } from "./events.ts";
import { MAX_TEXT_LENGTH } from "./limits.ts";
import { countSchema, uuidSchema } from "./primitives.ts";
import { MAX_USER_ID_LENGTH, MIN_USER_ID_LENGTH } from "./user-id.ts";

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

/** Age is not a matter of shape and is checked apart. */
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
}) satisfies z.ZodType<IngestRequest>;

// Written out, not inferred: the schema's type has no comments, and with it users' compilers would
// read the declarations of the schema library. Not an interface, which could not be passed as a
// record.
/** An ingest request (specification, "Ingest request"), with the contract's names. */
export type IngestRequest = {
  /** The idempotency key, a UUID. For a call, its `clientEventId`. */
  event_id: string;
  /** What the provider got. At most 32,000 characters. */
  input: string;
  /** What the provider answered. At most 32,000 characters. */
  output: string;
  /** The model's name. */
  model: string;
  /** When the event happened, in ISO 8601. */
  timestamp: string;
  /** Id of the AI system, a UUID. */
  system_id?: string | undefined;
  /** The provider's token counts; further keys are kept. */
  usage?:
    | {
        /** Tokens of the prompt. */
        prompt_tokens?: number | undefined;
        /** Tokens of the answer. */
        completion_tokens?: number | undefined;
        /** Both together. */
        total_tokens?: number | undefined;
        /** `cached_tokens`: those of the prompt that the provider had cached. */
        prompt_tokens_details?:
          | { cached_tokens?: number | undefined; [key: string]: unknown }
          | undefined;
        /** `reasoning_tokens`: those of the answer that were spent on reasoning. */
        completion_tokens_details?:
          | { reasoning_tokens?: number | undefined; [key: string]: unknown }
          | undefined;
        [key: string]: unknown;
      }
    | undefined;
  /** Normalized counters, an alternative to `usage`. */
  tokens?:
    | {
        input?: number | undefined;
        output?: number | undefined;
        total?: number | undefined;
        [key: string]: unknown;
      }
    | undefined;
  /** Milliseconds from the start of the call to its end. */
  latency?: number | undefined;
  /** The end user's id, 1 to 128 characters. */
  user_id?: string | undefined;
  /** Who asked; further keys are kept. */
  request_identity?:
    | {
        ip_address?: string | undefined;
        user_agent?: string | undefined;
        /** Country or region hint. */
        geo?: string | undefined;
        session_id?: string | undefined;
        [key: string]: unknown;
      }
    | undefined;
  /** What the calling client is and does; further keys are kept. */
  client_capabilities?:
    | {
        framework?: string | undefined;
        /** Whether the client masks personal data before the guard. */
        pii_masking_enabled?: boolean | undefined;
        /** The same for secrets. */
        secret_masking_enabled?: boolean | undefined;
        has_feedback_handler?: boolean | undefined;
        sdk_version?: string | undefined;
        [key: string]: unknown;
      }
    | undefined;
  /** The app's own keys and the library's. */
  metadata?:
    | {
        /** Id of the call that the event belongs to, a UUID. */
        client_event_id?: string | undefined;
        /** Id of the call's guard check, a UUID. */
        guard_event_id?: string | undefined;
        sdk_version?: string | undefined;
        [key: string]: unknown;
      }
    | undefined;
  /** What happened; `complete` and `error` for calls. */
  event_type?: EventType | undefined;
  /** `info` for a normal call. */
  severity?: Severity | undefined;
};
