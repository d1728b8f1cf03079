import { googleModelAt } from "../google/model.ts";
import { GOOGLE_WORDLESS } from "../google/wordless.ts";
import type { ProviderCodec } from "../provider.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";

/** Google's embeddings, single or batched. Based on the Gemini API reference of 2026. */
export const googleEmbedContentCodec: ProviderCodec<object, unknown, unknown> = {
  name: "google-embed-content",
  operation: "embed_content",
  matches,
  modelAt: googleModelAt,
  readPrompt,
  writePrompt,
  collapsePrompt,
  ...GOOGLE_WORDLESS,
};
