import { OPENAI_WORDLESS } from "../openai/wordless.ts";
import type { ProviderCodec } from "../provider.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";

/** Moderations: texts and images that a model classifies. Based on OpenAI's reference of 2026. */
export const openaiModerationsCodec: ProviderCodec<object, unknown, unknown> = {
  name: "openai-moderations",
  operation: "moderations",
  matches,
  readPrompt,
  writePrompt,
  collapsePrompt,
  ...OPENAI_WORDLESS,
};
