import { OPENAI_WORDLESS } from "../openai/wordless.ts";
import type { ProviderCodec } from "../provider.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";

/**
 * Searches in stored documents, with a query in natural language. Based on OpenAI's reference of
 * 2026.
 */
export const openaiVectorSearchCodec: ProviderCodec<object, unknown, unknown> = {
  name: "openai-vector-search",
  operation: "vector_stores.search",
  matches,
  readPrompt,
  writePrompt,
  collapsePrompt,
  ...OPENAI_WORDLESS,
};
