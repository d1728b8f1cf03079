import { OPENAI_WORDLESS } from "../openai/wordless.ts";
import type { ProviderCodec } from "../provider.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";

/**
 * Conversations stored at the provider, for responses to continue. Based on OpenAI's reference of
 * 2026.
 */
export const openaiConversationsCodec: ProviderCodec<object, unknown, unknown> = {
  name: "openai-conversations",
  operation: "conversations",
  matches,
  readPrompt,
  writePrompt,
  collapsePrompt,
  ...OPENAI_WORDLESS,
};
