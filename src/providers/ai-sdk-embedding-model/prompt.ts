import { type Field, fieldPrompt, textField } from "../prompt/field-prompt.ts";
import { mapOptions } from "../prompt/unnamed.ts";

/** The values, one text if they collapse, and what a provider is told beside them. */
export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields: new Map<string, Field>([
    ["values", textField("user")],
    ["providerOptions", mapOptions],
  ]),
  settings: new Set(["providerOptions"]),
  main: "values",
  complete: ({ values: text, ...kept }) => ({ ...kept, values: [text] }),
});
