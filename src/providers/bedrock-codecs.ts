import { bedrockConverseCodec } from "./bedrock-converse/codec.ts";
import { bedrockCountTokensCodec } from "./bedrock-count-tokens/codec.ts";
import { bedrockGuardrailCodec } from "./bedrock-guardrail/codec.ts";
import { bedrockInvokeCodec } from "./bedrock-invoke/codec.ts";
import type { ProviderCodec } from "./provider.ts";

/** Formats of Bedrock's runtime. Guardrails first, whose path ends like that of other calls. */
export const BEDROCK_CODECS: readonly ProviderCodec<unknown, unknown, unknown>[] = [
  bedrockGuardrailCodec,
  bedrockConverseCodec,
  bedrockCountTokensCodec,
  bedrockInvokeCodec,
].map((codec) => codec as ProviderCodec<unknown, unknown, unknown>);
