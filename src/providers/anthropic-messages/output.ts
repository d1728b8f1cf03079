import { isJsonObject, isObject, stringOf } from "../json/json-shape.ts";

/** The text of one content block of an answer, complete or as far as it has arrived. */
export interface BlockText {
  readonly text: string;
  /** Whether the text is a tool call, which gets its own line. */
  readonly isCall: boolean;
}

/**
 * The text of a block (Anthropic reference, "Create a Message", `content`): its text, also of a
 * summary, or a call as `name(arguments)`. Thinking and results of hosted tools are not part of the
 * answer.
 */
export function textOfBlock(block: unknown): BlockText {
  if (!isJsonObject(block)) return SILENT;
  const { type, text, content, name, input } = block;
  if (isCall(type)) return callText(stringOf(name), jsonOf(input));
  if (type === "text") return { text: stringOf(text), isCall: false };
  return type === "compaction" ? { text: stringOf(content), isCall: false } : SILENT;
}

/** The text of a call. `input`: its arguments as JSON. */
export function callText(name: string, input: string): BlockText {
  return { text: `${name}(${input})`, isCall: true };
}

/** Whether a block of this type calls a tool, of the app, hosted, or of an MCP server. */
export function isCall(type: unknown): boolean {
  return type === "tool_use" || type === "server_tool_use" || type === "mcp_tool_use";
}

/**
 * The texts of all blocks. Consecutive texts are concatenated, because citations split sentences
 * into blocks; each call gets its own line.
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

/** Formats a call's arguments in the same way for complete and streamed answers. */
export function jsonOf(input: unknown): string {
  if (!isObject(input)) return stringOf(input);
  try {
    return JSON.stringify(input) ?? "";
  } catch {
    return "";
  }
}

/** A block without text. */
export const SILENT: BlockText = Object.freeze({ text: "", isCall: false });
