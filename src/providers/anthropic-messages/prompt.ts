import { type Field, fieldPrompt, referenceField } from "../prompt/field-prompt.ts";
import { mapTree, rows, type TreeRule, type TreeRules } from "../prompt/text-tree.ts";
import { binaryBlocksOf, mapMessages, mapSystem } from "./message.ts";

/** How the conversation is shortened. What is to be kept of it is said in words. */
const SHORTENING: TreeRules = new Map<string, TreeRule>([
  ["type", "word"],
  ...rows("label", "trigger", "keep", "clear_at_least", "exclude_tools", "clear_tool_inputs"),
]);

/** A new thread refers to nothing, one that goes on to what was said in it before. */
const THREAD: TreeRules = new Map<string, TreeRule>([
  ["type", "word"],
  ["previous_message_id", "reference"],
]);

/** What a classifier is told of a conversation. */
const TYPED: TreeRules = new Map<string, TreeRule>([["type", "word"]]);

/** Settings for other models that may answer instead. */
const FALLBACKS: TreeRules = new Map<string, TreeRule>([
  ...rows("label", "model", "speed"),
  ...rows("opaque", "output_config", "thinking"),
]);

/**
 * Where a request has its texts (Anthropic reference, "Create a Message", beta features
 * included). What a thread or a container adds lies with the provider and counts as a reference.
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

/** A setting, or the one word for that of the provider, whose words are the developer's instructions. */
function treeField(rules: TreeRules): Field {
  return (value, visitor) => {
    const place = { visitor, role: "system", kind: "text", rules } as const;
    return value === "default" ? value : mapTree(value, place);
  };
}
