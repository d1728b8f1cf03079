import { codeAt, isAlnumAt, isWordAt } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import { MAX_VALUE } from "./value.ts";

/** Where a quoted value ends; -1 when the quote does not close on its line. */
export function quotedEnd(text: ScannedText, start: number, closing: string): number {
  const window = text.slice(start, start + MAX_VALUE + closing.length);
  const first = window.indexOf(closing);
  if (first < 0) return -1;
  const value = window.slice(0, first);
  if (value.includes("\n") || value.includes("\r")) return -1;
  let at = first;
  while (at >= 0 && isEscaped(window, at, closing)) at = window.indexOf(closing, at + 1);
  // With blanks on the way to the next one, the backslash is rather the value's last character.
  return start + (at < 0 || BLANK.test(window.slice(first, at)) ? first : at);
}

const BLANK = /\s/;

/**
 * Whether the quote at `at` is one of the value's own: `"pass\"word"`. In a text that is quoted itself
 * quotes have a backslash and their escaped ones three, one level further in three and seven.
 */
function isEscaped(window: string, at: number, closing: string): boolean {
  let slashes = 0;
  while (window.charCodeAt(at - slashes - 1) === BACKSLASH) slashes++;
  const level = closing.charCodeAt(0) === BACKSLASH ? closing.length : 1;
  return (slashes & level) !== 0;
}

const BACKSLASH = 92;

/** What ends a value without quotes, and what does so unless it goes on behind. */
const ENDS = 1;
const MAY_END = 2;
const GOES_ON = 4;
const ROLES = new Uint8Array(65_536);
for (const char of " \t\n\v\f\r\u00a0\ufeff\u2028\u2029\"'`,;<>|\\&\u007f，。；、") {
  ROLES[char.charCodeAt(0)] = ENDS;
}
for (const char of ")}]") ROLES[char.charCodeAt(0)] = MAY_END;
for (const char of "!@#$%^*-_") ROLES[char.charCodeAt(0)] = GOES_ON;

/** Where a value without quotes ends. */
export function wordEnd(text: ScannedText, start: number): number {
  const limit = Math.min(text.length, start + MAX_VALUE + 1);
  let end = start;
  while (end < limit && !endsWord(text, end)) end++;
  while (end > start && ".,:;?)]}*".includes(text.view.charAt(end - 1))) end--;
  return end;
}

function endsWord(text: ScannedText, index: number): boolean {
  const role = ROLES[codeAt(text, index)] as number;
  if (role === 0 || role === GOES_ON) return false;
  if (role === ENDS) return codeAt(text, index) !== AMPERSAND || isBetweenPairs(text, index);
  return !isAlnumAt(text, index + 1) && ROLES[codeAt(text, index + 1)] !== GOES_ON;
}

const AMPERSAND = 38;
/** Longest name of a parameter or an entity that is looked at. */
const MAX_PARAMETER = 40;

/** Whether the ampersand joins parameters or commands, or begins an entity: `&page=2`, `&&`, `&quot;`. */
function isBetweenPairs(text: ScannedText, index: number): boolean {
  let end = index + 1;
  while (end - index < MAX_PARAMETER && (isWordAt(text, end) || codeAt(text, end) === 45)) end++;
  const code = codeAt(text, end);
  return end === index + 1 || code === 61 || code === 59 || code === AMPERSAND;
}

/** Where the characters end that a keyboard types without a method: a sentence may go on behind. */
export function asciiEnd(text: ScannedText, start: number): number {
  let end = start;
  while (end - start <= MAX_VALUE && codeAt(text, end) > 32 && codeAt(text, end) < 127) end++;
  return end;
}
