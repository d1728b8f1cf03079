import { codeAt } from "../../../text/chars.ts";
import type { ScannedText } from "../../../text/scanned-text.ts";
import { looksTypedApart } from "../value/chosen.ts";
import { MAX_VALUE } from "../value/value.ts";

/** Quotes of other languages, and what closes them. */
const CORNERS: Readonly<Record<string, string>> = { "「": "」", "『": "』", "«": "»" };
const FIRST_CORNER = 0xab;

/**
 * What closes the value that such a quote opens at `from`, including the space inside the quotes if
 * there is one; empty without such a quote.
 */
export function cornerOf(text: ScannedText, from: number): string {
  if (codeAt(text, from) < FIRST_CORNER) return "";
  const corner = CORNERS[text.view.charAt(from)];
  if (corner === undefined) return "";
  const closing = codeAt(text, from + 1) === 32 ? ` ${corner}` : corner;
  return quotedEnd(text, from + closing.length, closing) < 0 ? "" : closing;
}

/**
 * Most quotes inside a value. Without a limit, each quote of a row would be read to the end of the
 * row.
 */
const MOST_OWN = 12;

/** The end of a quoted value; -1 if the quote does not close on its line. */
export function quotedEnd(text: ScannedText, start: number, closing: string): number {
  const line = firstLineOf(text.slice(start, start + MAX_VALUE + closing.length));
  const first = line.indexOf(closing);
  if (first < 0) return -1;
  let at = first;
  let own = 0;
  for (let size = sizeOfOwn(line, at, closing); size > 0; ) {
    at = line.indexOf(closing, at + size);
    if (at < 0 || ++own > MOST_OWN) return start + first;
    size = sizeOfOwn(line, at, closing);
  }
  return start + (isOneValue(line, first, at) ? at : first);
}

function firstLineOf(text: string): string {
  const feed = text.indexOf("\n");
  const line = feed < 0 ? text : text.slice(0, feed);
  const carriage = line.indexOf("\r");
  return carriage < 0 ? line : line.slice(0, carriage);
}

/**
 * Whether the text after the first quote still belongs to a password. Nested quotes of the same
 * kind, `'export PASSWORD='…' && echo 'done'`, have spaces after them.
 */
function isOneValue(line: string, first: number, end: number): boolean {
  return !/\s/.test(line.slice(first, end)) || looksTypedApart(line.slice(0, end));
}

const DOUBLE_QUOTE = 34;
const BACKSLASH = 92;

/** Length of the value's own quote at `at`; 0 if it is the closing one. */
function sizeOfOwn(line: string, at: number, closing: string): number {
  if (isEscaped(line, at, closing)) return closesAfterAll(line, at, closing) ? 0 : closing.length;
  if ((closing !== '"' && closing !== "'") || at === 0) return 0;
  const next = line.charCodeAt(at + 1);
  // Shells close the literal for a quote inside it: 'it'\''s', 'it'"'"'s'.
  if (next === BACKSLASH && line.startsWith(closing + closing, at + 2)) return 4;
  if (next === DOUBLE_QUOTE && closing === "'" && line.startsWith(`'"'"'`, at)) return 5;
  // SQL, YAML, C# and many others double it.
  if (next === closing.charCodeAt(0)) return 2;
  if (closing === '"' && line.charAt(at - 1) === "`" && at > 1 && !line.startsWith("`")) return 1;
  if ((GOES_ON_WITH[next] ?? 0) === 0) return 0;
  return GOES_ON[closing]?.test(line.slice(at, at + 68)) === true ? 1 : 0;
}

/**
 * Whether the quote at `at` is escaped and belongs to the value: `"pass\"word"`. In quoted text,
 * quotes have one backslash and escaped quotes three; one level deeper, three and seven.
 */
function isEscaped(line: string, at: number, closing: string): boolean {
  let slashes = 0;
  while (line.charCodeAt(at - slashes - 1) === BACKSLASH) slashes++;
  const level = closing.charCodeAt(0) === BACKSLASH ? closing.length : 1;
  return (slashes & level) !== 0;
}

/**
 * Whether the backslash is the last character of the value because it escapes nothing: `'…\',
 * user='bob'`. Then the next quote opens another value.
 */
function closesAfterAll(line: string, at: number, closing: string): boolean {
  const next = line.indexOf(closing, at + closing.length);
  if (next < 0) return true;
  const between = line.slice(at + closing.length, next);
  return /[ \t]/.test(between) && /^[ \t]{0,4}[,;:)\]}&|]|[=:,(][ \t]{0,4}$/.test(between);
}

/** How a word can continue after a quote of its own. */
const GOES_ON_WITH = new Uint8Array(128);
for (const char of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_#$@^~")
  GOES_ON_WITH[char.charCodeAt(0)] = 1;

/**
 * A quote in the middle of a word that another quote ends, as decoded entities appear:
 * `"Fal&quot;con"`.
 */
const GOES_ON: Readonly<Record<string, RegExp>> = {
  '"': /^"[\w#$@^~][^\s"'`=:,;<>()[\]{}|+?&]{0,64}"(?![\w"])/,
  "'": /^'[\w#$@^~][^\s"'`=:,;<>()[\]{}|+?&]{0,64}'(?![\w'])/,
};
