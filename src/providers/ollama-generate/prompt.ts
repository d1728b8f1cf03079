import { OLLAMA_FIELDS } from "../ollama-chat/prompt.ts";
import { fieldPrompt } from "../prompt/field-prompt.ts";

export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields: OLLAMA_FIELDS,
  main: "prompt",
  streamsUnasked: true,
  // Token numbers of an earlier answer are dropped with the texts they followed.
  complete: ({ context: _, ...collapsed }) => collapsed,
});
