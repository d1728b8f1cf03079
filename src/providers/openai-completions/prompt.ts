import { type Field, fieldPrompt, textField } from "../field-prompt.ts";
import { mapTextOrTokens } from "../text-or-tokens.ts";

/** Where a completion's request has its texts: the prompt, and what is to come after the answer. */
const fields: ReadonlyMap<string, Field> = new Map<string, Field>([
  ["prompt", mapTextOrTokens],
  ["input", mapTextOrTokens],
  ["suffix", textField("user")],
  ["system_prompt", textField("system")],
]);

export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields,
  main: "prompt",
});
