import { mapSettings } from "../google/settings.ts";
import { copyObject, isJsonObject, mapArray } from "../json/json-shape.ts";
import { mapTextFile } from "../media/map-text-file.ts";
import { type Field, fieldPrompt, referenceField } from "../prompt/field-prompt.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";
import { mapTree, type TreePlace } from "../prompt/text-tree.ts";
import { isWord } from "../prompt/word.ts";
import { mapSteps, STEP_RULES } from "./step.ts";

const mapInput: Field = (value, visitor) =>
  mapSteps(value, { visitor, role: "user", kind: "text", rules: STEP_RULES });

const mapInstruction: Field = (value, visitor) =>
  mapSteps(value, { visitor, role: "system", kind: "text", rules: STEP_RULES });

/** Settings of an agent, some of which are texts for it. */
const mapAgent: Field = (value, visitor) => {
  const place = { visitor, role: "system", kind: "text", rules: STEP_RULES } as const;
  return isWord(value) ? value : mapTree(value, place);
};

/** The id of an environment, or a new one with its initial files. */
function mapEnvironment(value: unknown, visitor: PromptVisitor): unknown {
  if (!isJsonObject(value)) return referenceField(value, visitor);
  visitor.uninspected("reference");
  const copy = copyObject(value);
  for (const key of Object.keys(copy)) {
    const isList = key === "sources" && Array.isArray(copy.sources);
    copy[key] = isList
      ? mapArray(copy.sources as unknown[], (source) => mapSource(source, visitor))
      : mapSettings(copy[key], visitor);
  }
  return copy;
}

/** The content of a file, as text or base64, or its location. */
function mapSource(value: unknown, visitor: PromptVisitor): unknown {
  if (!isJsonObject(value)) return mapSettings(value, visitor);
  const copy = copyObject(value);
  const { content, encoding } = copy;
  const place = { visitor, role: "user", kind: "document", rules: STEP_RULES } as const;
  for (const key of Object.keys(copy)) {
    if (key !== "content") copy[key] = mapSettings(copy[key], visitor);
    else {
      const written = encoding === "base64" ? inBase64(content, place) : undefined;
      copy.content = written ?? mapTree(content, place);
    }
  }
  return copy;
}

function inBase64(content: unknown, place: TreePlace): string | undefined {
  return typeof content === "string" ? mapTextFile(content, place, "text/plain") : undefined;
}

/** The texts of an interaction (Google's reference, "Interactions"). */
export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields: new Map([
    ["input", mapInput],
    ["system_instruction", mapInstruction],
    ["agent_config", mapAgent],
    ["generation_config", mapSettings],
    ["previous_interaction_id", referenceField],
    ["continuation_token", referenceField],
    ["cached_content", referenceField],
    ["environment", mapEnvironment],
  ]),
  settings: new Set(["generation_config"]),
  main: "input",
});
