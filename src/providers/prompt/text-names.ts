import { isObject, isPlainObject } from "../json/json-shape.ts";
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

/** Names of what a message or a tool says, in whose place an object may be the app's own. */
const WHOLE: ReadonlySet<string> = new Set(["text", "content", "output", "result"]);

/**
 * Whether `value`, found under a name that has no rule, is no text but something to count by: a
 * number, or a list of them, under no usual name of a text. Indexes, scores and flags are not shown.
 */
export function isCounting(name: string, value: unknown): boolean {
  if (typeof value === "string" || (isObject(value) && !Array.isArray(value))) return false;
  const texts = typeof value === "boolean" ? SAID_ONLY : NAMES;
  return !(texts.has(name) || texts.has(bareName(name)));
}

/** Names of what an earlier answer took, which apps keep beside it. */
const TALLIES: ReadonlySet<string> = new Set([
  ...["usage", "tokenusage", "usagemetadata", "tokens", "tokencount", "tokencounts", "counts"],
  ...["cost", "costs", "price", "prices", "pricing", "timing", "timings", "metrics", "stats"],
  ...["score", "scores"],
]);

/**
 * Whether `value` is an object with nothing but numbers, found under a name for such: `input` and
 * `output` in it are counts and no texts.
 */
export function isTally(name: string, value: unknown): boolean {
  return isPlainObject(value) && TALLIES.has(bareName(name)) && hasOnlyNumbers(value, 0);
}

/** Deeper than any counts; what is deeper is read as text. */
const MAX_TALLY_DEPTH = 4;

function hasOnlyNumbers(value: unknown, depth: number): boolean {
  if (value === null || value === undefined) return true;
  if (!isPlainObject(value)) return typeof value === "number";
  return (
    depth < MAX_TALLY_DEPTH && Object.values(value).every((own) => hasOnlyNumbers(own, depth + 1))
  );
}

/**
 * Whether an object in the place of a text is the app's own, such as the result of a function: it
 * has no type, and no property that the format knows. Lenient servers turn all of it into text,
 * names and numbers included. The same for lists of numbers, which are one text and not many.
 */
export function isForeign(value: unknown, known: ReadonlyMap<string, unknown>): boolean {
  if (Array.isArray(value)) return value.length > 1 && value.every(isNumber);
  if (!isPlainObject(value) || Object.hasOwn(value, "type")) return false;
  const keys = Object.keys(value);
  return keys.length > 0 && !keys.some((key) => known.has(key) || NAMES.has(bareName(key)));
}

function isNumber(value: unknown): boolean {
  return typeof value === "number";
}

/** The same for the value of a property, whose name says whether it is the place of a text. */
export function isForeignUnder(
  name: string,
  value: unknown,
  known: ReadonlyMap<string, unknown>,
): boolean {
  return isForeign(value, known) && WHOLE.has(bareName(name));
}
