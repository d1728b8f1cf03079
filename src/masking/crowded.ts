import type { Opaque } from "./resolve.ts";
import { codeAt, endsEscape, isDigitAt, isWordAt } from "./text/chars.ts";

/** What joins a word to the find behind it, or to the find before it. */
const GLUE_BEFORE = 1;
const GLUE_AFTER = 2;
/** What stands between two numbers of a row, before a find or behind it. */
const GAP_BEFORE = 4;
const GAP_AFTER = 8;

/** Most separators between two numbers of a row. */
const MOST_GAP = 3;

/** Only signs come before `À` beyond ASCII. */
const FIRST_LETTER_BEYOND_ASCII = 0xc0;

const TABLE = new Uint8Array(128);
const SIGNS: readonly (readonly [string, number])[] = [
  [".-@/+_():=", GLUE_BEFORE],
  [".@/+_:)=", GLUE_AFTER],
  [" \t\n\v\f\r.-/(),_:", GAP_BEFORE | GAP_AFTER],
  ["+", GAP_AFTER],
];
for (const [signs, role] of SIGNS) {
  for (const sign of signs) TABLE[sign.charCodeAt(0)] = roleOf(sign.charCodeAt(0)) | role;
}

/**
 * Whether a find is glued to a word or stands in a row of numbers: when it is masked, what it
 * touched may stand free.
 */
export function isCrowded(view: string, { start, end }: Opaque): boolean {
  return touchesAfter(view, end) || (!endsEscape(view, start) && touchesBefore(view, start));
}

function touchesBefore(view: string, start: number): boolean {
  if (isInWord(view, start - 1)) return true;
  if (hasRole(view, start - 1, GLUE_BEFORE) && isInWord(view, start - 2)) return true;
  let at = start - 1;
  while (start - at <= MOST_GAP && hasRole(view, at, GAP_BEFORE)) at--;
  return isDigitAt(view, at);
}

function touchesAfter(view: string, end: number): boolean {
  if (isInWord(view, end)) return true;
  if (hasRole(view, end, GLUE_AFTER) && isInWord(view, end + 1)) return true;
  let at = end;
  while (at - end < MOST_GAP && hasRole(view, at, GAP_AFTER)) at++;
  return isDigitAt(view, at);
}

/** A letter of any alphabet, a digit or an underscore: `0412345678şifre`. */
function isInWord(view: string, index: number): boolean {
  return isWordAt(view, index) || codeAt(view, index) >= FIRST_LETTER_BEYOND_ASCII;
}

function hasRole(view: string, index: number, role: number): boolean {
  return (roleOf(codeAt(view, index)) & role) !== 0;
}

function roleOf(code: number): number {
  return code < TABLE.length ? (TABLE[code] as number) : 0;
}
