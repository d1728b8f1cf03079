import { mapParts } from "../openai/parts.ts";
import { type Field, fieldPrompt } from "../prompt/field-prompt.ts";

const mapInput: Field = (value, visitor) =>
  mapParts(value, { visitor, role: "user", kind: "text", rules: new Map() });

/** The input to classify: one text, several, or parts. */
export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields: new Map<string, Field>([["input", mapInput]]),
  main: "input",
});
