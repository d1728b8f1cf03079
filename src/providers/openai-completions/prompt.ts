import { mapTextOrTokens } from "../openai/text-or-tokens.ts";
import { BESIDE_MESSAGES, mapMessages } from "../openai-chat/prompt.ts";
import { type Field, fieldPrompt } from "../prompt/field-prompt.ts";

/**
 * Where a completion's request has its texts: the prompt, and what is to come after the answer.
 * Servers that take chats under the same path read what a chat has, so that is looked at as well.
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
