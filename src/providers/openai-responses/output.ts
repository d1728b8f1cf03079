import { isJsonObject, type JsonObject, stringOf } from "../json/json-shape.ts";

/** What each type of call is named by in an answer's text, when the call has no name of its own. */
const NAMES: ReadonlyMap<unknown, string> = new Map([
  ["web_search_call", "web_search"],
  ["file_search_call", "file_search"],
  ["code_interpreter_call", "code_interpreter"],
  ["image_generation_call", "image_generation"],
  ["computer_call", "computer"],
  ["local_shell_call", "local_shell"],
  ["shell_call", "shell"],
  ["apply_patch_call", "apply_patch"],
  ["tool_search_call", "tool_search"],
  ["multi_agent_call", "multi_agent"],
  ["program", "program"],
]);

/** Calls whose type does not say that they are. */
const CALLS: ReadonlySet<string> = new Set(["program", "mcp_approval_request"]);

/** Where a call keeps what it was called with; the first that is there counts. */
const INPUTS = ["arguments", "input", "code", "action", "actions", "operation", "queries"] as const;

/** A call that a response asks for or has made. */
export interface Call {
  readonly name: string;
  readonly input: string;
}

/**
 * The text of an output item: of a message its words and its refusal, of a call `name(input)`.
 * Reasoning, and what hosted tools gave back, is no answer and says nothing.
 */
export function textOfItem(item: unknown): string {
  const call = callOf(item);
  return call === undefined ? textOfMessage(item) : textOfCall(call);
}

/** A call as telemetry tells of it: `name(arguments)`. */
export function textOfCall({ name, input }: Call): string {
  return `${name}(${input})`;
}

/** The call that an item is, or undefined. Results of tools have names as well and are none. */
export function callOf(item: unknown): Call | undefined {
  if (!isJsonObject(item)) return undefined;
  const { type } = item;
  const isCall = typeof type === "string" && (type.endsWith("_call") || CALLS.has(type));
  const name = isCall ? stringOf(item.name) || NAMES.get(type) : undefined;
  return name === undefined ? undefined : { name, input: inputOf(item) };
}

/** Words and refusals of a message of the model, in order. A compaction repeats those of others. */
function textOfMessage(item: unknown): string {
  if (!isJsonObject(item) || item.type !== "message") return "";
  const { role, content } = item;
  if (role !== undefined && role !== "assistant") return "";
  if (!Array.isArray(content)) return stringOf(content);
  return outputOf(content.map(textOfPart));
}

function textOfPart(part: unknown): string {
  if (!isJsonObject(part)) return "";
  return stringOf(part.text) || stringOf(part.refusal) || stringOf(part.transcript);
}

function inputOf(item: JsonObject): string {
  if (item.type === "image_generation_call") return stringOf(item.revised_prompt);
  for (const key of INPUTS) {
    const input = item[key];
    if (typeof input === "string") return input;
    if (typeof input === "object" && input !== null) return jsonOf(input);
  }
  return "";
}

function jsonOf(value: object): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}

/** Texts, one under the other. Empty ones leave no line. */
export function outputOf(texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n");
}
