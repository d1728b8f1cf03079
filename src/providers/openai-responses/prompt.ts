import { copyObject, isJsonObject, type JsonObject } from "../json/json-shape.ts";
import { mapParts } from "../openai/parts.ts";
import {
  type Field,
  fieldPrompt,
  mapFields,
  referenceField,
  settingField,
  textField,
} from "../prompt/field-prompt.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";
import { mapTree, mapUnder, ruleOf, type TreeRules } from "../prompt/text-tree.ts";
import { binaryPartsOf, mapInput } from "./input.ts";

/**
 * The texts of a response request (OpenAI reference, "Create a model response"; dialects add
 * `messages` and `system`). What an earlier response, a conversation or a stored prompt adds is
 * stored at the provider and counts as a reference.
 */
const fields: ReadonlyMap<string, Field> = new Map<string, Field>([
  ["input", mapInput],
  ["messages", mapInput],
  ["instructions", mapInstructions],
  ["system", textField("system")],
  ["prompt", mapStoredPrompt],
  ["previous_response_id", referenceField],
  ["conversation", referenceField],
  ["text", mapFormat],
]);

export const { readPrompt, writePrompt, oneWalk, collapsePrompt } = fieldPrompt({
  fields,
  settings: new Set(["text"]),
  main: "input",
  complete(collapsed, original) {
    const { input: text, ...kept } = collapsed;
    const binaries = binaryPartsOf(original.input);
    const content = [{ type: "input_text", text }, ...binaries];
    return {
      ...kept,
      ...storedPromptOf(original.prompt),
      input: binaries.length === 0 ? text : [{ role: "user", content }],
    };
  },
});

const FORMAT_FIELDS: ReadonlyMap<string, Field> = new Map([["format", settingField]]);

/** Formats, with the schemas that the developer wrote. Anything else under `text` is text. */
function mapFormat(value: unknown, visitor: PromptVisitor): unknown {
  return isJsonObject(value) ? mapFields(value, FORMAT_FIELDS, visitor) : asText(value, visitor);
}

const asText = textField("user");

/** Instructions may be items, if they are sent back from a response. */
function mapInstructions(value: unknown, visitor: PromptVisitor): unknown {
  return typeof value === "string"
    ? visitor.text(value, "system", "text")
    : mapInput(value, visitor);
}

const NO_RULES: TreeRules = new Map();

/** A prompt stored at the provider, and its variables: texts and content parts. */
function mapStoredPrompt(value: unknown, visitor: PromptVisitor): unknown {
  const place = { visitor, role: "user", kind: "text", rules: NO_RULES } as const;
  if (!isJsonObject(value)) return mapTree(value, place);
  const copy = copyObject(value);
  for (const key of Object.keys(copy)) {
    const property = copy[key];
    if (key === "id") copy.id = referenceField(property, visitor);
    else if (key === "variables") copy.variables = mapVariables(property, place);
    else if (key !== "version" || typeof property !== "string")
      copy[key] = mapUnder(ruleOf(NO_RULES, key, property), property, { place, depth: 0 });
  }
  return copy;
}

function mapVariables(value: unknown, place: Parameters<typeof mapParts>[1]): unknown {
  if (!isJsonObject(value)) return mapParts(value, place);
  const copy = copyObject(value);
  for (const name of Object.keys(copy)) copy[name] = mapParts(copy[name], place);
  return copy;
}

/** A stored prompt without its variables. */
function storedPromptOf(prompt: unknown): JsonObject {
  if (!isJsonObject(prompt)) return {};
  const { id, version } = copyObject(prompt);
  return { prompt: version === undefined ? { id } : { id, version } };
}
