import { EMBEDDING_FIELDS } from "../openai-embeddings/prompt.ts";
import { fieldPrompt } from "../prompt/field-prompt.ts";

/** The newer route has its texts in `input`, the older one its text in `prompt`. */
export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields: EMBEDDING_FIELDS,
  main: "input",
  complete({ input, ...kept }, original) {
    return "prompt" in original && !("input" in original)
      ? { ...kept, prompt: input }
      : { ...kept, input };
  },
});
