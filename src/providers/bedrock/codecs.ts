import { bedrockConverseCodec } from "../bedrock-converse/codec.ts";
import { bedrockCountTokensCodec } from "../bedrock-count-tokens/codec.ts";
import { bedrockGuardrailCodec } from "../bedrock-guardrail/codec.ts";
import { bedrockInvokeCodec } from "../bedrock-invoke/codec.ts";
import type { AnyCodec } from "../provider.ts";

/** Formats of Bedrock's runtime. Guardrails first, whose path ends like that of other calls. */
export const BEDROCK_CODECS: readonly AnyCodec[] = [
  bedrockGuardrailCodec,
  bedrockConverseCodec,
  bedrockCountTokensCodec,
  bedrockInvokeCodec,
];
