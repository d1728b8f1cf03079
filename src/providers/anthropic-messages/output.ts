import { isJsonObject, isObject, stringOf } from "../json/json-shape.ts";

/** What one content block of an answer says, whole or as far as it has arrived. */
export interface BlockText {
  readonly text: string;
  /** Whether the text is a call, which has a line of its own. */
  readonly isCall: boolean;
}

/**
 * What a block says (Anthropic reference, "Create a Message", `content`): its words, a summary's
 * too, or a call as `name(arguments)`. Thinking, and what hosted tools gave back, is no answer.
 */
export function textOfBlock(block: unknown): BlockText {
  if (!isJsonObject(block)) return SILENT;
  const { type, text, content, name, input } = block;
  if (isCall(type)) return callText(stringOf(name), jsonOf(input));
  if (type === "text") return { text: stringOf(text), isCall: false };
  return type === "compaction" ? { text: stringOf(content), isCall: false } : SILENT;
}

/** A call's text. `input` is its arguments as JSON. */
export function callText(name: string, input: string): BlockText {
  return { text: `${name}(${input})`, isCall: true };
}

/** Whether blocks of this type ask for a tool, the app's, a hosted one, or one of an MCP server. */
export function isCall(type: unknown): boolean {
  return type === "tool_use" || type === "server_tool_use" || type === "mcp_tool_use";
}

/**
 * The blocks' texts. Words that follow one another go on where the last ones ended, because
 * citations cut sentences into blocks; a call stands on a line of its own.
 */
export function outputOf(blocks: readonly BlockText[]): string {
  const lines: string[] = [];
  let words = "";
  const endLine = (): void => {
    if (words !== "") lines.push(words);
    words = "";
  };
  for (const { text, isCall: isOwnLine } of blocks) {
    if (isOwnLine) {
      endLine();
      lines.push(text);
    } else words += text;
  }
  endLine();
  return lines.join("\n");
}

/** A call's arguments in the one way in which both a whole answer and a streamed one tell them. */
export function jsonOf(input: unknown): string {
  if (!isObject(input)) return stringOf(input);
  try {
    return JSON.stringify(input) ?? "";
  } catch {
    return "";
  }
}

/** A block that says nothing. */
export const SILENT: BlockText = Object.freeze({ text: "", isCall: false });
