import { PART_RULES } from "../openai/parts.ts";
import { mapInput } from "../openai-responses/input.ts";
import { type Field, fieldPrompt } from "../prompt/field-prompt.ts";
import { mapTree } from "../prompt/text-tree.ts";

/**
 * Questions: their instructions, and the meaning of each choice or level, are text for the model.
 */
const mapQuestions: Field = (value, visitor) =>
  mapTree(value, { visitor, role: "user", kind: "text", rules: PART_RULES });

/** The input of the decision, and the questions. */
export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields: new Map<string, Field>([
    ["input", mapInput],
    ["questions", mapQuestions],
  ]),
  main: "input",
});
