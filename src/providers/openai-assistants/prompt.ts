import { isJsonObject } from "../json/json-shape.ts";
import {
  type Field,
  fieldPrompt,
  mapFields,
  referenceField,
  settingField,
  textField,
} from "../prompt/field-prompt.ts";
import { mapTree, type TreeRule, type TreeRules } from "../prompt/text-tree.ts";
import { complete } from "./collapse.ts";
import { mapMessageContent, mapMessages, RESOURCE_RULES } from "./message.ts";

const RESULT_RULES: TreeRules = new Map<string, TreeRule>([["tool_call_id", "label"]]);

const mapResources: Field = (value, visitor) =>
  mapTree(value, { visitor, role: "user", kind: "text", rules: RESOURCE_RULES });

/** Tool results. */
const mapToolOutputs: Field = (value, visitor) =>
  mapTree(value, { visitor, role: "tool", kind: "tool_result", rules: RESULT_RULES });

/** A thread that is created together with its run. */
const mapThread: Field = (value, visitor) => {
  if (!isJsonObject(value)) return mapMessages(value, visitor);
  return mapFields(value, THREAD_FIELDS, visitor);
};

const THREAD_FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ["messages", mapMessages],
  ["tool_resources", mapResources],
]);

/**
 * The texts of requests for assistants, threads, messages and runs (OpenAI reference,
 * "Assistants"). Earlier messages, and the files that an assistant may search, are stored at the
 * provider and count as references.
 */
export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields: new Map<string, Field>([
    ["instructions", textField("system")],
    ["additional_instructions", textField("system")],
    ["thread", mapThread],
    ["messages", mapMessages],
    ["additional_messages", mapMessages],
    ["content", mapMessageContent],
    ["tool_outputs", mapToolOutputs],
    ["attachments", mapResources],
    ["tool_resources", mapResources],
    ["assistant_id", referenceField],
    ["name", settingField],
    ["description", settingField],
  ]),
  main: "instructions",
  complete,
});
