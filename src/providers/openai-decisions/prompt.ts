import { PART_RULES } from "../openai/parts.ts";
import { mapInput } from "../openai-responses/input.ts";
import { type Field, fieldPrompt } from "../prompt/field-prompt.ts";
import { mapTree, type TreeRule, type TreeRules } from "../prompt/text-tree.ts";

/**
 * Questions: their instructions, and the meaning of each choice or level, are text for the model.
 */
const QUESTION_RULES: TreeRules = new Map<string, TreeRule>([...PART_RULES, ["data", "text"]]);

const mapQuestions: Field = (value, visitor) =>
  mapTree(value, { visitor, role: "user", kind: "text", rules: QUESTION_RULES });

/** The input of the decision, and the questions. */
export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields: new Map<string, Field>([
    ["input", mapInput],
    ["questions", mapQuestions],
  ]),
  main: "input",
});
