import { bedrockConverseCodec } from "../bedrock-converse/codec.ts";
import { bedrockCountTokensCodec } from "../bedrock-count-tokens/codec.ts";
import { bedrockGuardrailCodec } from "../bedrock-guardrail/codec.ts";
import { bedrockInvokeCodec } from "../bedrock-invoke/codec.ts";
import type { AnyCodec } from "../provider.ts";

/**
 * The formats of the Bedrock runtime. Guardrails first, because their path ends like those of other
 * calls.
 */
export const BEDROCK_CODECS: readonly AnyCodec[] = [
  bedrockGuardrailCodec,
  bedrockConverseCodec,
  bedrockCountTokensCodec,
  bedrockInvokeCodec,
];
