import { OPENAI_WORDLESS } from "../openai/wordless.ts";
import type { ProviderCodec } from "../provider.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";

/** Embeddings, in OpenAI's own format and its dialects. Based on OpenAI's reference of 2026. */
export const openaiEmbeddingsCodec: ProviderCodec<object, unknown, unknown> = {
  name: "openai-embeddings",
  operation: "embeddings",
  matches,
  readPrompt,
  writePrompt,
  collapsePrompt,
  ...OPENAI_WORDLESS,
};
