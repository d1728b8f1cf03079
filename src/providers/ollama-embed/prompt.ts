import { type Field, fieldPrompt } from "../field-prompt.ts";
import { mapTextOrTokens } from "../text-or-tokens.ts";

/** Where a request for embeddings has its texts; the older route calls it `prompt`. */
const fields: ReadonlyMap<string, Field> = new Map<string, Field>([
  ["input", mapTextOrTokens],
  ["prompt", mapTextOrTokens],
]);

export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields,
  main: "input",
  complete({ input, ...kept }, original) {
    return "prompt" in original && !("input" in original)
      ? { ...kept, prompt: input }
      : { ...kept, input };
  },
});
