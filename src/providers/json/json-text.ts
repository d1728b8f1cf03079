import type { SegmentKind } from "../../types.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";
import { parseJson } from "./parse-json.ts";

/**
 * Arguments and results that travel as JSON are shown as the text that JSON makes of them, numbers
 * and names included, so that a guarded `fetch` further down meets the very words that were
 * approved here. A rewrite must be JSON again, placeholders in the place of numbers aside; one
 * that is not throws, and the call is denied.
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
  if (text === undefined) return value;
  // A date, or whatever else JSON makes words of: the copy has the words, and is read again as such.
  if (text.startsWith('"')) return visitor.text(JSON.parse(text), role, kind);
  return parseApproved(visitor.text(text, role, kind));
}

/**
 * How an approved text is sent that was shown as JSON: placeholders that stood in the place of
 * numbers are strings by then. Undefined for what is no object, no list and no placeholder.
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
 * The value of an approved text that was shown as JSON.
 *
 * @throws SyntaxError for what is none, placeholders in the place of numbers aside.
 */
export function parseApproved(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    for (const opening of MARKS) {
      for (const closing of MARKS) {
        const value = parseJson(text.replace(formOf(opening, closing), quoted));
        if (value !== undefined) return value;
      }
    }
    throw error;
  }
}

/** How many marks a placeholder may open and close with: `[EMAIL_1]` has one on either side. */
const MARKS = [1, 2, 3, 4] as const;
/** One of them: no letter, no digit, nothing that JSON escapes. */
const MARK = String.raw`[^\s\w"\\]`;

/**
 * Strings are matched to be passed over: what stands in them is quoted already. One without an
 * end goes on to the end of the text, so that no text takes longer than its length.
 */
const STRING = String.raw`"(?:\\[\s\S]|[^"\\])*(?:"|\\?$)`;

function formOf(opening: number, closing: number): RegExp {
  const name = "[A-Z][A-Z0-9_:#-]{0,63}";
  return new RegExp(`${STRING}|-?${MARK}{${opening}}${name}${MARK}{${closing}}`, "g");
}

function quoted(found: string): string {
  return found.startsWith('"') ? found : JSON.stringify(found);
}
