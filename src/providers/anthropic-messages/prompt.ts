import { type Field, fieldPrompt, referenceField } from "../prompt/field-prompt.ts";
import { rows } from "../prompt/rows.ts";
import { mapTree, type TreeRule, type TreeRules } from "../prompt/text-tree.ts";
import { binaryBlocksOf, mapMessages, mapSystem } from "./message.ts";

/** How the conversation is compacted. The instructions for that are text. */
const SHORTENING: TreeRules = new Map<string, TreeRule>([
  ["type", "word"],
  ...rows("label", "trigger", "keep", "clear_at_least", "exclude_tools", "clear_tool_inputs"),
]);

/** A new thread refers to nothing; a continued one refers to its earlier messages. */
const THREAD: TreeRules = new Map<string, TreeRule>([
  ["type", "word"],
  ["previous_message_id", "reference"],
]);

/** The input of a classifier about the conversation. */
const TYPED: TreeRules = new Map<string, TreeRule>([["type", "word"]]);

/** Settings for fallback models. */
const FALLBACKS: TreeRules = new Map<string, TreeRule>([
  ...rows("label", "model", "speed"),
  ...rows("opaque", "output_config", "thinking"),
]);

/**
 * The texts of a request (Anthropic reference, "Create a Message", beta features included). What a
 * thread or container adds is stored at the provider and counts as a reference.
 */
export const MESSAGE_FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ["system", mapSystem],
  ["messages", mapMessages],
  ["compaction", treeField(SHORTENING)],
  ["context_management", treeField(SHORTENING)],
  ["fallbacks", treeField(FALLBACKS)],
  ["safeguards", treeField(TYPED)],
  ["container", referenceField],
  ["thread", treeField(THREAD)],
]);

export const { readPrompt, writePrompt, oneWalk, collapsePrompt } = fieldPrompt({
  fields: MESSAGE_FIELDS,
  main: "messages",
  complete(collapsed, original) {
    const { messages: text, ...kept } = collapsed;
    const binaries = binaryBlocksOf(original.messages);
    const content = binaries.length === 0 ? text : [{ type: "text", text }, ...binaries];
    return { ...kept, messages: [{ role: "user", content }] };
  },
});

/**
 * A setting, or the provider's single word for it; other text in it is an instruction of the
 * developer.
 */
function treeField(rules: TreeRules): Field {
  return (value, visitor) => {
    const place = { visitor, role: "system", kind: "text", rules } as const;
    return value === "default" ? value : mapTree(value, place);
  };
}
