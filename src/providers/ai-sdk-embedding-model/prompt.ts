import { type Field, fieldPrompt, textField } from "../prompt/field-prompt.ts";
import { mapOptions } from "../prompt/unnamed.ts";

/** The values to embed (one text after a collapse), and the provider options. */
export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields: new Map<string, Field>([
    ["values", textField("user")],
    ["providerOptions", mapOptions],
  ]),
  settings: new Set(["providerOptions"]),
  main: "values",
  complete: ({ values: text, ...kept }) => ({ ...kept, values: [text] }),
});
