import { mapProviderOptions } from "../ai-sdk/options.ts";
import { type Field, fieldPrompt, textField } from "../prompt/field-prompt.ts";

/** The values, one text if they collapse, and what a provider is told beside them. */
export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields: new Map<string, Field>([
    ["values", textField("user")],
    ["providerOptions", mapProviderOptions],
  ]),
  settings: new Set(["providerOptions"]),
  main: "values",
  complete: ({ values: text, ...kept }) => ({ ...kept, values: [text] }),
});
