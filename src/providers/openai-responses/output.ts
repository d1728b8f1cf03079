import { joinedLines } from "../answer/joined-lines.ts";
import { isJsonObject, type JsonObject, stringOf } from "../json/json-shape.ts";

/** The name of each type of call in an answer's text, if the call has none of its own. */
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

/** Calls whose type does not end like that of a call. */
const CALLS: ReadonlySet<string> = new Set(["program", "mcp_approval_request"]);

/** Properties with the input of a call; the first one that is present counts. */
const INPUTS = ["arguments", "input", "code", "action", "actions", "operation", "queries"] as const;

/** A call that a response requests or has made. */
export interface Call {
  readonly name: string;
  readonly input: string;
}

/**
 * The text of an output item: of a message its text and refusal, of a call `name(input)`. Reasoning
 * and results of hosted tools are not part of the answer.
 */
export function textOfItem(item: unknown): string {
  const call = callOf(item);
  return call === undefined ? textOfMessage(item) : textOfCall(call);
}

/** A call in an answer's text: `name(arguments)`. */
export function textOfCall({ name, input }: Call): string {
  return `${name}(${input})`;
}

/**
 * The call in an item; undefined if there is none. Tool results also have names, but are not calls.
 */
export function callOf(item: unknown): Call | undefined {
  if (!isJsonObject(item)) return undefined;
  const { type } = item;
  const isCall = typeof type === "string" && (type.endsWith("_call") || CALLS.has(type));
  const name = isCall ? stringOf(item.name) || NAMES.get(type) : undefined;
  return name === undefined ? undefined : { name, input: inputOf(item) };
}

/** What the model says to the app, and what its agents say to each other (beta, multi-agent). */
const MESSAGES: readonly unknown[] = ["message", "agent_message"];

/**
 * Texts and refusals of a message of the model, in order. A compaction also contains messages of
 * others.
 */
function textOfMessage(item: unknown): string {
  if (!isJsonObject(item) || !MESSAGES.includes(item.type)) return "";
  const { role, content } = item;
  if (role !== undefined && role !== "assistant") return "";
  if (!Array.isArray(content)) return stringOf(content);
  return joinedLines(content.map(textOfPart));
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
