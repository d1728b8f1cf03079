import { copyObject, isJsonObject, mapArray, mapEach } from "../json/json-shape.ts";
import {
  binaryField,
  type Field,
  fieldPrompt,
  referenceField,
  settingField,
  textField,
} from "../prompt/field-prompt.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";
import { mapTree, mapUnder, ruleOf, type TreeRule, type TreeRules } from "../prompt/text-tree.ts";
import { isWord } from "../prompt/word.ts";

const NO_RULES: TreeRules = new Map();

/** A tool call: name and id are labels, the arguments are shown as JSON. */
const CALL_RULES: TreeRules = new Map<string, TreeRule>([
  ["type", "word"],
  ["id", "label"],
  ["name", "label"],
  ["arguments", "json"],
]);

/** The properties of a message (Ollama API reference, "Generate a chat message"). */
const MESSAGE_RULES: TreeRules = new Map<string, TreeRule>([
  ["role", "word"],
  ["tool_name", "label"],
  ["tool_call_id", "label"],
  ["images", "image"],
  ["tool_calls", { kind: "tool_arguments", rules: CALL_RULES }],
]);

function mapMessages(messages: unknown, visitor: PromptVisitor): unknown {
  return mapEach(messages, (message) => mapMessage(message, visitor));
}

function mapMessage(message: unknown, visitor: PromptVisitor): unknown {
  const loose = { visitor, role: "unknown", kind: "text", rules: NO_RULES } as const;
  if (!isJsonObject(message)) return mapTree(message, loose);
  const copy = copyObject(message);
  const role = isWord(copy.role) ? copy.role : "unknown";
  const kind = role === "tool" ? "tool_result" : "text";
  const place = { ...loose, role, kind } as const;
  for (const key of Object.keys(copy)) {
    copy[key] = mapUnder(ruleOf(MESSAGE_RULES, key, copy[key]), copy[key], { place, depth: 0 });
  }
  return copy;
}

/** An earlier answer as token numbers, which the guard cannot read as text. */
function mapContext(context: unknown, visitor: PromptVisitor): unknown {
  return Array.isArray(context) && context.length === 0
    ? context
    : referenceField(context, visitor);
}

/**
 * The texts of chat and completion requests. One list for both, because a server of the same
 * dialect may read what the other route ignores. Templates are put around the prompt and reach the
 * model with it.
 */
export const OLLAMA_FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ["messages", mapMessages],
  ["prompt", textField("user")],
  ["suffix", textField("user")],
  ["system", textField("system")],
  ["template", textField("system")],
  ["images", binaryField("image")],
  ["context", mapContext],
  ["format", settingField],
]);

export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields: OLLAMA_FIELDS,
  main: "messages",
  streamsUnasked: true,
  complete({ messages: content, ...kept }, original) {
    const images = imagesOf(original.messages);
    const message = { role: "user", content };
    return { ...kept, messages: [images === undefined ? message : { ...message, images }] };
  },
});

/** The images of the user's last message. */
function imagesOf(messages: unknown): unknown[] | undefined {
  if (!Array.isArray(messages)) return undefined;
  const last: unknown = messages.findLast((each) => isJsonObject(each) && each.role === "user");
  const images = isJsonObject(last) ? last.images : undefined;
  return Array.isArray(images) && images.length > 0 ? mapArray(images, (each) => each) : undefined;
}
