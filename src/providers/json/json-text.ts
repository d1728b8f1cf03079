import { parseJson } from "../../base/parse-json.ts";
import type { Segment, SegmentKind } from "../../types.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";
import { isObject } from "./json-shape.ts";

/**
 * Arguments and results that are sent as JSON are shown as JSON text, including numbers and
 * property names, so that a guarded `fetch` further down finds exactly the text that was approved
 * here. A rewrite must be valid JSON again, except for placeholders in place of numbers; otherwise
 * this throws, and the call is denied.
 */
export function mapJson(
  value: unknown,
  {
    visitor,
    role,
    kind,
  }: { readonly visitor: PromptVisitor; readonly role: string; readonly kind: SegmentKind },
): unknown {
  if (typeof value === "string") return visitor.text(value, role, kind);
  const text: string | undefined = JSON.stringify(value);
  // Without a JSON form now; an app's own `toJSON` may return text the next time.
  if (text === undefined) return undefined;
  // JSON turned the value (a date, say) into a string: the copy contains that string, and is read
  // like one.
  if (text.startsWith('"')) return visitor.text(JSON.parse(text), role, kind);
  const written = visitor.text(text, role, kind);
  return isObject(value) ? parseApproved(written) : inPlaceOf(value, { text, written });
}

/** A number stays what it is unless it is rewritten; then it is whatever text the guard gave. */
function inPlaceOf(
  value: unknown,
  { text, written }: Readonly<Record<"text" | "written", string>>,
) {
  return written === text ? value : (parseJson(written) ?? written);
}

/**
 * How an approved JSON text is sent: placeholders in place of numbers become strings. Undefined if
 * it is not an object, a list or a placeholder.
 */
export function sentJson(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.stringify(parseApproved(text));
  } catch {
    return undefined;
  }
}

/**
 * Parses an approved JSON text.
 *
 * @throws SyntaxError if it is invalid, except for placeholders in place of numbers.
 */
export function parseApproved(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const json = quotedJson(text);
    if (json === undefined) throw error;
    return JSON.parse(json);
  }
}

/**
 * What is sent in place of `segment`, whose text was masked or rewritten as `text`. Servers parse the
 * arguments of calls, and fail where a placeholder is in place of a number.
 */
export function keptJson({ kind, text: given }: Segment, text: string): string {
  if (kind !== "tool_arguments" || text === given || parseJson(text) !== undefined) return text;
  return parseJson(given) === undefined ? text : (quotedJson(text) ?? text);
}

/**
 * A JSON text with placeholders in place of numbers, as JSON: they become strings. Undefined if it
 * is invalid otherwise.
 */
function quotedJson(text: string): string | undefined {
  for (const opening of MARKS) {
    for (const closing of MARKS) {
      const json = text.replace(formOf(opening, closing), quoted);
      if (parseJson(json) !== undefined) return json;
    }
  }
  return undefined;
}

/** How many bracket characters a placeholder may have on either side: `[EMAIL_1]` has one. */
const MARKS = [1, 2, 3, 4] as const;
/** A bracket character: no letter, no digit, and nothing that JSON escapes. */
const MARK = String.raw`[^\s\w"\\]`;

/**
 * Strings are matched in order to skip them, because placeholders in them are quoted already. An
 * unterminated one extends to the end of the text, so that matching takes linear time.
 */
const STRING = String.raw`"(?:\\[\s\S]|[^"\\])*(?:"|\\?$)`;

function formOf(opening: number, closing: number): RegExp {
  const name = "[A-Z][A-Z0-9_:#-]{0,63}";
  return new RegExp(`${STRING}|-?${MARK}{${opening}}${name}${MARK}{${closing}}`, "g");
}

function quoted(found: string): string {
  return found.startsWith('"') ? found : JSON.stringify(found);
}
