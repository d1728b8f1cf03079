import { OPENAI_WORDLESS } from "../openai/wordless.ts";
import type { ProviderCodec } from "../provider.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";

/** Rankings of documents for a query. Based on Cohere's reference of 2026. */
export const rerankCodec: ProviderCodec<object, unknown, unknown> = {
  name: "rerank",
  operation: "rerank",
  matches,
  readPrompt,
  writePrompt,
  collapsePrompt,
  ...OPENAI_WORDLESS,
};
