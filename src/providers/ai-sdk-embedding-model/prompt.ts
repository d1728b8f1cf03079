import { type Field, fieldPrompt, textField } from "../field-prompt.ts";

/** The values; one text, if they collapse. */
export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields: new Map<string, Field>([["values", textField("user")]]),
  main: "values",
  complete: ({ values: text, ...kept }) => ({ ...kept, values: [text] }),
});
