import { codeAt, isWord } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";

const LINE_FEED = 10;
const QUOTE = 34;
const BACKSLASH = 92;

/**
 * The start of a local part in quotes (RFC 5321 4.1.2), the closing of which is before `at`; `at`
 * itself if there is none. `most`: maximum length of what is within them.
 */
export function quotedLocalStart(text: ScannedText, at: number, most: number): number {
  for (let i = at - 2; i >= Math.max(0, at - most - 2); i--) {
    const code = codeAt(text, i);
    if (code === LINE_FEED) break;
    if (code === QUOTE) return i < at - 2 && opensLocal(text, i) ? escapedStart(text, i, at) : at;
  }
  return at;
}

/**
 * Whether the quote does not close another literal: `case "a": return "@scope/b"`, `"Hi " + name +
 * "@example.com"`.
 */
function opensLocal(text: ScannedText, quote: number): boolean {
  const before = codeAt(text, quote - 1);
  const first = codeAt(text, quote + 1);
  return !isWord(before) && before !== QUOTE && (isWord(first) || first >= 128);
}

/** Where the opening quote begins: in JSON, both have backslashes before them. */
function escapedStart(text: ScannedText, opening: number, at: number): number {
  let start = opening;
  let closing = at - 1;
  while (codeAt(text, closing - 1) === BACKSLASH && codeAt(text, start - 1) === BACKSLASH) {
    closing--;
    start--;
  }
  return start;
}
