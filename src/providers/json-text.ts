import type { SegmentKind } from "../types.ts";
import type { PromptVisitor } from "./prompt-text.ts";

/**
 * Arguments and results that travel as JSON are shown as the text that JSON makes of them, numbers
 * and names included, so that a guarded `fetch` further down meets the very words that were
 * approved here. A rewrite must be JSON again; one that is not throws, and the call is denied.
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
  return JSON.parse(visitor.text(text, role, kind));
}
