import { copyObject, isJsonObject, mapEach } from "../json/json-shape.ts";
import { mapParts, PART_RULES } from "../openai/parts.ts";
import type { Field } from "../prompt/field-prompt.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";
import {
  mapTree,
  mapUnder,
  ruleOf,
  type TreePlace,
  type TreeRule,
  type TreeRules,
} from "../prompt/text-tree.ts";
import { isWord } from "../prompt/word.ts";

/** Files and vector stores that a message, thread or assistant may search. */
export const RESOURCE_RULES: TreeRules = new Map<string, TreeRule>([
  ["type", "word"],
  ["file_id", "reference"],
  ["file_ids", "reference"],
  ["vector_store_ids", "reference"],
  ["tools", "opaque"],
  ["chunking_strategy", "opaque"],
  ["metadata", "opaque"],
]);

const MESSAGE_RULES: TreeRules = new Map<string, TreeRule>([
  ["role", "word"],
  ["metadata", "opaque"],
  ["attachments", { rules: RESOURCE_RULES }],
]);

/** The messages of a thread. */
export const mapMessages: Field = (value, visitor) =>
  mapEach(value, (message) => mapMessage(message, visitor));

/** The content of a message that is created on its own. */
export const mapMessageContent: Field = (value, visitor) => {
  return mapParts(value, placeOf("user", visitor));
};

function mapMessage(message: unknown, visitor: PromptVisitor): unknown {
  if (!isJsonObject(message)) return mapTree(message, placeOf("unknown", visitor));
  const copy = copyObject(message);
  const place = placeOf(isWord(copy.role) ? copy.role : "unknown", visitor);
  for (const key of Object.keys(copy)) {
    copy[key] =
      key === "content"
        ? mapParts(copy[key], place)
        : mapUnder(ruleOf(MESSAGE_RULES, key, copy[key]), copy[key], { place, depth: 0 });
  }
  return copy;
}

function placeOf(role: string, visitor: PromptVisitor): TreePlace {
  return { visitor, role, kind: "text", rules: PART_RULES };
}
