import { codeAt, isAlnumAt } from "../../text/chars.ts";
import { MAX_VALUE } from "./value.ts";

/** Where a quoted value ends; -1 when the quote does not close on its line. */
export function quotedEnd(view: string, start: number, closing: string): number {
  const window = view.slice(start, start + MAX_VALUE + closing.length);
  const at = window.indexOf(closing);
  if (at < 0) return -1;
  const value = window.slice(0, at);
  return value.includes("\n") || value.includes("\r") ? -1 : start + at;
}

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
export function wordEnd(view: string, start: number): number {
  const limit = Math.min(view.length, start + MAX_VALUE + 1);
  let end = start;
  while (end < limit && !endsWord(view, end)) end++;
  while (end > start && ".,:;?)]}*".includes(view.charAt(end - 1))) end--;
  return end;
}

function endsWord(view: string, index: number): boolean {
  const role = ROLES[view.charCodeAt(index)] as number;
  if (role === 0 || role === GOES_ON) return false;
  if (role === ENDS) return true;
  return !isAlnumAt(view, index + 1) && ROLES[codeAt(view, index + 1)] !== GOES_ON;
}

/** Where the characters end that a keyboard types without a method: a sentence may go on behind. */
export function asciiEnd(view: string, start: number): number {
  let end = start;
  while (end - start <= MAX_VALUE && codeAt(view, end) > 32 && codeAt(view, end) < 127) end++;
  return end;
}
