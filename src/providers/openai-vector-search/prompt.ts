import { type Field, fieldPrompt, textField } from "../prompt/field-prompt.ts";

/** The query: one text or several. */
export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields: new Map<string, Field>([["query", textField("user")]]),
  main: "query",
});
