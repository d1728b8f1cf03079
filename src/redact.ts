import { cutText } from "./base/cut-text.ts";

/**
 * What errors and logs may show of text that came from outside.
 */

/** Longest quotation of foreign text in a message, in UTF-16 units: enough for any real reason. */
export const MAX_QUOTED_LENGTH = 300;

// C0 and C1 controls, line separators, and bidi controls, which can falsify a terminal or a log
// line.
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Foreign text as one printable line of limited length. */
export function quoteForeign(text: string, maxLength: number = MAX_QUOTED_LENGTH): string {
  const cut = text.length > maxLength ? `${cutText(text, maxLength)}…` : text;
  return cut.replace(UNPRINTABLE, escapeUnit);
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
