import type { SegmentKind } from "../../types.ts";
import { copyObject, isJsonObject } from "../json/json-shape.ts";
import { CITATION_RULES, mapParts, PART_RULES } from "../openai/parts.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";
import { rows } from "../prompt/rows.ts";
import { reportTools } from "../prompt/stored-tools.ts";
import {
  mapTree,
  mapUnder,
  ruleOf,
  type TreePlace,
  type TreeRule,
  type TreeRules,
} from "../prompt/text-tree.ts";
import { isWord } from "../prompt/word.ts";

const NO_RULES: TreeRules = new Map();

/** Actions for computers, shells, browsers and editors. */
const ACTION_RULES: TreeRules = new Map<string, TreeRule>([
  ...rows("word", "type", "button", "scroll_x", "scroll_y"),
]);

/** Errors and safety checks: their codes are labels, their messages text. */
const NOTE_RULES: TreeRules = new Map<string, TreeRule>([
  ["type", "word"],
  ...rows("label", "id", "code", "param", "moderation_details"),
]);

const CALLED = { role: "assistant", kind: "tool_arguments" } as const;
const CALL: TreeRule = { ...CALLED, rules: NO_RULES };
const ACTION: TreeRule = { ...CALLED, rules: ACTION_RULES };
const NOTE: TreeRule = { role: "tool", kind: "tool_result", rules: NOTE_RULES };
const FOUND: TreeRule = { role: "tool", kind: "document", rules: CITATION_RULES };
/** Output of code: logs and images. An image's URL is where other parts have none. */
const OUTPUTS: TreeRule = {
  role: "tool",
  kind: "tool_result",
  rules: new Map<string, TreeRule>([...PART_RULES, ["url", "image"]]),
};
const SAID_BY_TOOL = { role: "tool", kind: "tool_result" } as const;

/**
 * The properties of an input item, whatever its type (OpenAI reference, "Create a model response",
 * `input`). Tool definitions and schemas are written by the developer and are not segments.
 */
const ITEM_RULES: TreeRules = new Map<string, TreeRule>([
  ...rows("word", "type", "role", "status", "phase", "execution", "object"),
  ...rows("word", "background", "quality", "size", "output_format"),
  ...rows("label", "id", "call_id", "caller", "name", "namespace", "server_label"),
  ...rows("label", "approval_request_id", "container_id", "fingerprint", "created_by"),
  ...rows("label", "agent", "author", "recipient", "svg_usage"),
  ...rows("opaque", "tools", "environment"),
  ...rows(CALL, "arguments", "input", "code", "queries"),
  ...rows(ACTION, "action", "actions", "operation"),
  ...rows(NOTE, "error", "pending_safety_checks", "acknowledged_safety_checks"),
  ["results", FOUND],
  ["outputs", OUTPUTS],
  ["result", { ...SAID_BY_TOOL, rules: NO_RULES }],
  ["encrypted_content", "reference"],
]);

/** Properties with another meaning in one type of item. */
const RULES_BY_TYPE: ReadonlyMap<unknown, TreeRules> = new Map<unknown, TreeRules>([
  [
    "image_generation_call",
    new Map<string, TreeRule>([
      ["result", "image"],
      ["action", "word"],
    ]),
  ],
  ["multi_agent_call", new Map<string, TreeRule>([["action", "word"]])],
  ["multi_agent_call_output", new Map<string, TreeRule>([["action", "word"]])],
  [
    "configuration_update",
    new Map<string, TreeRule>([
      ["text", "opaque"],
      ["reasoning", "opaque"],
    ]),
  ],
  ["item_reference", new Map<string, TreeRule>([["id", "reference"]])],
]);

/** Properties with content parts, and the kind of their texts. */
const CONTENT: ReadonlyMap<string, { readonly role?: string; readonly kind: SegmentKind }> =
  new Map<string, { readonly role?: string; readonly kind: SegmentKind }>([
    ["content", { kind: "text" }],
    ["summary", { kind: "text" }],
    ["output", SAID_BY_TOOL],
  ]);

/** An input item: the visitor gets all its texts, in the order of its properties. */
export function mapItem(item: unknown, visitor: PromptVisitor): unknown {
  const loose: TreePlace = { visitor, role: "user", kind: "text", rules: ITEM_RULES };
  if (!isJsonObject(item)) return mapTree(item, loose);
  const copy = copyObject(item);
  const place: TreePlace = { ...loose, role: roleOf(copy.role, copy.type) };
  const special = isReference(copy)
    ? RULES_BY_TYPE.get("item_reference")
    : RULES_BY_TYPE.get(copy.type);
  for (const key of Object.keys(copy)) {
    const content = CONTENT.get(key);
    if (content !== undefined) copy[key] = mapParts(copy[key], { ...place, ...content });
    else if (key === "arguments") {
      // Those of a tool search are not a string but an object; its names and numbers are shown too.
      copy[key] = mapUnder("json", copy[key], { place: { ...place, ...CALLED }, depth: 0 });
    } else {
      const rule = special?.get(key) ?? ruleOf(ITEM_RULES, key, copy[key]);
      copy[key] = mapUnder(rule, copy[key], { place, depth: 0 });
    }
    if (key === "tools") reportTools(copy[key], visitor);
  }
  return copy;
}

/** An item with nothing but an id refers to a stored one; its `type` is optional. */
function isReference(item: Record<string, unknown>): boolean {
  if (typeof item.id !== "string") return false;
  return Object.keys(item).every((key) => key === "id" || (key === "type" && item.type == null));
}

function roleOf(role: unknown, type: unknown): string {
  if (isWord(role)) return role;
  if (!isWord(type) || type === "message") return "unknown";
  if (type.endsWith("_output")) return "tool";
  return type === "mcp_approval_response" ? "user" : "assistant";
}
