import { mapTextOrTokens } from "../openai/text-or-tokens.ts";
import { BESIDE_MESSAGES, mapMessages } from "../openai-chat/prompt.ts";
import { type Field, fieldPrompt } from "../prompt/field-prompt.ts";

/**
 * The texts of a completion request: the prompt and the suffix. Also those of a chat, because some
 * servers accept chats on the same path.
 */
const fields: ReadonlyMap<string, Field> = new Map<string, Field>([
  ...BESIDE_MESSAGES,
  ["messages", mapMessages],
  ["prompt", mapTextOrTokens],
  ["input", mapTextOrTokens],
]);

export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields,
  main: "prompt",
});
