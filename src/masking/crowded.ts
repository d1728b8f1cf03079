import type { Opaque } from "./resolve.ts";
import { codeIn } from "./text/chars.ts";

/** A letter of any alphabet, a digit or an underscore: `0412345678şifre`. */
const IN_WORD = 1;
const IS_DIGIT = 2;
/** What joins a word to the find behind it, or to the find before it. */
const GLUE_BEFORE = 4;
const GLUE_AFTER = 8;
/** What stands between two numbers of a row, before a find or behind it. */
const GAP_BEFORE = 16;
const GAP_AFTER = 32;

/** Most separators between two numbers of a row. */
const MOST_GAP = 3;

/** Only signs come before `À` beyond ASCII. */
const FIRST_LETTER_BEYOND_ASCII = 0xc0;

const TABLE = new Uint8Array(128);
const ROLES: readonly (readonly [string, number])[] = [
  ["ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_", IN_WORD],
  ["0123456789", IN_WORD | IS_DIGIT],
  [".-@/+_():=", GLUE_BEFORE],
  [".@/+_:)=", GLUE_AFTER],
  [" \t\n\v\f\r.-/(),_:", GAP_BEFORE | GAP_AFTER],
  ["+", GAP_AFTER],
];
for (const [characters, role] of ROLES) {
  for (const one of characters) TABLE[one.charCodeAt(0)] = rolesOf(one.charCodeAt(0)) | role;
}

/**
 * Whether a find is glued to a word or stands in a row of numbers: when it is masked, what it
 * touched may stand free.
 */
export function isCrowded(view: string, { start, end }: Opaque): boolean {
  return touchesAfter(view, end) || (touchesBefore(view, start) && !endsEscape(view, start));
}

/** The end of a JSON, JavaScript or percent escape, as `endsEscape` knows it in a text. */
const ESCAPE = /(?:(?<!\\)\\[nrtbf]|%[\dA-Fa-f]{2}|\\u[\dA-Fa-f]{4})$/;

function endsEscape(view: string, index: number): boolean {
  return ESCAPE.test(view.slice(Math.max(0, index - 6), index));
}

function touchesBefore(view: string, start: number): boolean {
  let at = start - 1;
  let roles = rolesAt(view, at);
  if ((roles & IN_WORD) !== 0) return true;
  if ((roles & GLUE_BEFORE) !== 0 && (rolesAt(view, at - 1) & IN_WORD) !== 0) return true;
  while ((roles & GAP_BEFORE) !== 0 && start - at <= MOST_GAP) roles = rolesAt(view, --at);
  return (roles & IS_DIGIT) !== 0;
}

function touchesAfter(view: string, end: number): boolean {
  let at = end;
  let roles = rolesAt(view, at);
  if ((roles & IN_WORD) !== 0) return true;
  if ((roles & GLUE_AFTER) !== 0 && (rolesAt(view, at + 1) & IN_WORD) !== 0) return true;
  while ((roles & GAP_AFTER) !== 0 && at - end < MOST_GAP) roles = rolesAt(view, ++at);
  return (roles & IS_DIGIT) !== 0;
}

function rolesAt(view: string, index: number): number {
  return rolesOf(codeIn(view, index));
}

function rolesOf(code: number): number {
  if (code < TABLE.length) return TABLE[code] as number;
  return code >= FIRST_LETTER_BEYOND_ASCII ? IN_WORD : 0;
}
