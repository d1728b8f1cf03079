import { googleModelAt } from "../google/model.ts";
import { GOOGLE_WORDLESS } from "../google/wordless.ts";
import type { ProviderCodec } from "../provider.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";

/**
 * Google's token counts, which receive the texts like any prompt. Based on the references of 2026.
 */
export const googleCountTokensCodec: ProviderCodec<object, unknown, unknown> = {
  name: "google-count-tokens",
  operation: "count_tokens",
  matches,
  modelAt: googleModelAt,
  readPrompt,
  writePrompt,
  collapsePrompt,
  ...GOOGLE_WORDLESS,
};
