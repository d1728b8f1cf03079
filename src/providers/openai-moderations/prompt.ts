import { mapParts, PART_RULES } from "../openai/parts.ts";
import { type Field, fieldPrompt } from "../prompt/field-prompt.ts";
import type { TreeRule, TreeRules } from "../prompt/text-tree.ts";

/**
 * Messages (of Mistral) have the name of their participant, which is masked, and calls whose
 * arguments may be an object.
 */
const RULES: TreeRules = new Map<string, TreeRule>([
  ...PART_RULES,
  ["name", "name"],
  ["arguments", "json"],
]);

const mapInput: Field = (value, visitor) =>
  mapParts(value, { visitor, role: "user", kind: "text", rules: RULES }, RULES);

/** The input to classify: one text, several, parts, or messages. */
export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields: new Map<string, Field>([["input", mapInput]]),
  main: "input",
});
