import { type Field, fieldPrompt, referenceField } from "../field-prompt.ts";
import { isWord, mapTree } from "../text-tree.ts";
import { mapSteps, STEP_RULES } from "./step.ts";

const mapInput: Field = (value, visitor) =>
  mapSteps(value, { visitor, role: "user", kind: "text", rules: STEP_RULES });

const mapInstruction: Field = (value, visitor) =>
  mapSteps(value, { visitor, role: "system", kind: "text", rules: STEP_RULES });

/** Settings of an agent, some of which are words for it. */
const mapSettings: Field = (value, visitor) => {
  const place = { visitor, role: "system", kind: "text", rules: STEP_RULES } as const;
  return isWord(value) ? value : mapTree(value, place);
};

/** Where an interaction has its texts (Google's reference, "Interactions"). */
export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields: new Map([
    ["input", mapInput],
    ["system_instruction", mapInstruction],
    ["agent_config", mapSettings],
    ["previous_interaction_id", referenceField],
    ["continuation_token", referenceField],
    ["cached_content", referenceField],
    ["environment", referenceField],
  ]),
  main: "input",
});
