import { isObject } from "../json/json-shape.ts";
import { bareName } from "./bare-name.ts";
import { SAID } from "./unnamed-names.ts";

/** Names of texts within messages, parts, results and documents, without case and underscores. */
const NAMES: ReadonlySet<string> = new Set([
  ...SAID.keys(),
  ...["text", "texts", "content", "contents", "parts", "value", "body", "description"],
  ...["thinking", "reasoning", "reasoningcontent", "summary", "refusal", "transcript"],
  ...["output", "outputtext", "result", "arguments", "args"],
  ...["queries", "question", "answer", "snippet", "document"],
]);

/** Those of them that are no setting either, if their value is true or false. */
const SAID_ONLY: ReadonlySet<string> = new Set(["text", "content", "contents"]);

/**
 * Whether `value`, found under a name that has no rule, is no text but something to count by: a
 * number, or a list of them, under no usual name of a text. Indexes, scores and flags are not shown.
 */
export function isCounting(name: string, value: unknown): boolean {
  if (typeof value === "string" || (isObject(value) && !Array.isArray(value))) return false;
  return !(typeof value === "boolean" ? SAID_ONLY : NAMES).has(bareName(name));
}
