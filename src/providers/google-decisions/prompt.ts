import { mapSteps, STEP_RULES } from "../google-interactions/step.ts";
import { isJsonObject } from "../json/json-shape.ts";
import { mapJson } from "../json/json-text.ts";
import { type Field, fieldPrompt } from "../prompt/field-prompt.ts";
import { rows } from "../prompt/rows.ts";
import { mapTree, type TreeRules } from "../prompt/text-tree.ts";
import { isWord } from "../prompt/word.ts";

const QUESTION_RULES: TreeRules = new Map(rows("word", "type"));

const mapInput: Field = (value, visitor) =>
  mapSteps(value, { visitor, role: "user", kind: "text", rules: STEP_RULES });

/**
 * Questions by name: their instructions and criteria are text for the model. So are the names of
 * questions and options, which are chosen freely; where one is more than a word, all of it is shown
 * as JSON.
 */
const mapQuestions: Field = (value, visitor) => {
  const place = { visitor, role: "user", kind: "text", rules: QUESTION_RULES } as const;
  return hasPlainNames(value) ? mapTree(value, place) : mapJson(value, place);
};

function hasPlainNames(questions: unknown): boolean {
  if (!isJsonObject(questions)) return true;
  return Object.entries(questions).every(([name, question]) => {
    const criteria = isJsonObject(question) ? question.criteria : undefined;
    return isWord(name) && (!isJsonObject(criteria) || Object.keys(criteria).every(isWord));
  });
}

/** The input of the decision, and the questions. */
export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields: new Map<string, Field>([
    ["input", mapInput],
    ["questions", mapQuestions],
  ]),
  main: "input",
});
