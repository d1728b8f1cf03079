import { mapInput } from "../openai-responses/input.ts";
import { type Field, fieldPrompt } from "../prompt/field-prompt.ts";

/** Items, in the format of a response's input. */
export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields: new Map<string, Field>([["items", mapInput]]),
  main: "items",
  complete: ({ items: text, ...kept }) => ({
    ...kept,
    items: [{ type: "message", role: "user", content: text }],
  }),
});
