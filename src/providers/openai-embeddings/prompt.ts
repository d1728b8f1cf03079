import { mapTextOrTokens } from "../openai/text-or-tokens.ts";
import { mapMessages } from "../openai-chat/prompt.ts";
import { type Field, fieldPrompt, textField } from "../prompt/field-prompt.ts";

/**
 * The texts of an embedding request; some dialects have another name for the list, or an
 * instruction.
 */
export const EMBEDDING_FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ["input", mapTextOrTokens],
  ["inputs", mapTextOrTokens],
  ["texts", mapTextOrTokens],
  ["prompt", mapTextOrTokens],
  ["instruction", textField("system")],
  ["messages", mapMessages],
]);

export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields: EMBEDDING_FIELDS,
  main: "input",
});
