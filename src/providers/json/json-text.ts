import type { SegmentKind } from "../../types.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";

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
  return parse(visitor.text(text, role, kind));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(text.replace(STRING_OR_PLACEHOLDER, quoted));
  }
}

/**
 * Strings are matched to be passed over: what stands in them is quoted already. One without an
 * end goes on to the end of the text, so that no text takes longer than its length.
 */
const STRING_OR_PLACEHOLDER = /"(?:\\[\s\S]|[^"\\])*(?:"|\\?$)|-?[[<][A-Z][A-Z0-9_]*[\]>]/g;

function quoted(found: string): string {
  return found.startsWith('"') ? found : JSON.stringify(found);
}
