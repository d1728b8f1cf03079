import { codeIn } from "../text/chars.ts";
import type { Opaque } from "./resolve.ts";

/** A letter of any alphabet, a digit or an underscore: `0412345678şifre`. */
const IN_WORD = 1;
const IS_DIGIT = 2;
/** What joins a word to the find behind it or before it, for it can be a part of a value. */
const GLUE = 4;
/** What stands between two numbers of a row, before a find or behind it. */
const GAP_BEFORE = 16;
const GAP_AFTER = 32;
const IS_SPACE = 64;

/** Most separators between two numbers of a row. */
const MOST_GAP = 3;

/** Only signs come before `À` beyond ASCII. */
const FIRST_LETTER_BEYOND_ASCII = 0xc0;

const TABLE = new Uint8Array(128);
const ROLES: readonly (readonly [string, number])[] = [
  ["ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_", IN_WORD],
  ["0123456789", IN_WORD | IS_DIGIT],
  ["!#$%&()*+-./:=?@[]^_{}~", GLUE],
  [" \t\n\v\f\r.-/(),_:", GAP_BEFORE | GAP_AFTER],
  ["+", GAP_AFTER],
  [" \t\n\v\f\r", IS_SPACE],
];
for (const [characters, role] of ROLES) {
  for (const one of characters) TABLE[one.charCodeAt(0)] = rolesOf(one.charCodeAt(0)) | role;
}

/** Whether any detector looks for a number of one group with so many digits. */
type IsLookedFor = (digits: number) => boolean;

/**
 * Whether a find is glued to a word or stands in a row of numbers: when it is masked, what it
 * touched may stand free.
 */
export function isCrowded(view: string, { start, end }: Opaque, isLookedFor: IsLookedFor): boolean {
  return (
    touchesAfter(view, end, isLookedFor) ||
    (touchesBefore(view, start, isLookedFor) && !endsEscape(view, start))
  );
}

/** The end of a JSON, JavaScript or percent escape, as `endsEscape` knows it in a text. */
const ESCAPE = /(?:(?<!\\)\\[nrtbf]|%[\dA-Fa-f]{2}|\\u[\dA-Fa-f]{4})$/;

function endsEscape(view: string, index: number): boolean {
  return ESCAPE.test(view.slice(Math.max(0, index - 6), index));
}

function touchesBefore(view: string, start: number, isLookedFor: IsLookedFor): boolean {
  let at = start - 1;
  let roles = rolesAt(view, at);
  if ((roles & IN_WORD) !== 0) return true;
  if ((roles & GLUE) !== 0) return !isNameOfLine(view, at);
  let gap = IS_SPACE;
  while ((roles & GAP_BEFORE) !== 0 && start - at <= MOST_GAP) {
    gap &= roles;
    roles = rolesAt(view, --at);
  }
  if ((roles & IS_DIGIT) === 0) return false;
  return gap === 0 || !(isLetterAt(view, start) || isTooShort(view, { at, step: -1 }, isLookedFor));
}

function touchesAfter(view: string, end: number, isLookedFor: IsLookedFor): boolean {
  let at = end;
  let roles = rolesAt(view, at);
  if ((roles & IN_WORD) !== 0) return true;
  if ((roles & GLUE) !== 0 && (rolesAt(view, at + 1) & (IN_WORD | GLUE)) !== 0) {
    return !isLabelled(view, end);
  }
  let gap = IS_SPACE;
  while ((roles & GAP_AFTER) !== 0 && at - end < MOST_GAP) {
    gap &= roles;
    roles = rolesAt(view, ++at);
  }
  if ((roles & IS_DIGIT) === 0) return false;
  return (
    gap === 0 || !(isLetterAt(view, end - 1) || isTooShort(view, { at, step: 1 }, isLookedFor))
  );
}

/** What kind of telephone a number is, `555-0199-Fax`: no name of a value, and none itself. */
const LABEL = /-(?:fax|office|home|mobile|cell|work)\b/iy;

function isLabelled(view: string, end: number): boolean {
  if (codeIn(view, end) !== HYPHEN) return false;
  LABEL.lastIndex = end;
  return LABEL.test(view);
}

const HYPHEN = 45;
const EQUALS = 61;
const LINE_FEED = 10;

/** Whether all of the line before its `=` at `index` is a name: no value begins there. */
function isNameOfLine(view: string, index: number): boolean {
  if (codeIn(view, index) !== EQUALS) return false;
  let at = index - 1;
  while ((rolesAt(view, at) & (IN_WORD | IS_DIGIT)) === IN_WORD) at--;
  return at < 0 || codeIn(view, at) === LINE_FEED;
}

/** A find that begins or ends with a letter is in no row of numbers when space parts it from one. */
function isLetterAt(view: string, index: number): boolean {
  return (rolesAt(view, index) & (IN_WORD | IS_DIGIT)) === IN_WORD;
}

/** A number next to a find, and which way it goes on from there. */
interface Neighbour {
  readonly at: number;
  readonly step: 1 | -1;
}

/** Whether a number stands by itself, but for the find, and is so short that nobody looks at it. */
function isTooShort(view: string, { at, step }: Neighbour, isLookedFor: IsLookedFor): boolean {
  let end = at;
  while ((rolesAt(view, end) & IS_DIGIT) !== 0) end += step;
  if (end >= 0 && end < view.length && (rolesAt(view, end) & IS_SPACE) === 0) return false;
  if (isLookedFor(Math.abs(end - at))) return false;
  let next = end;
  while ((rolesAt(view, next) & GAP_AFTER) !== 0 && Math.abs(next - end) < MOST_GAP) next += step;
  return (rolesAt(view, next) & IS_DIGIT) === 0;
}

function rolesAt(view: string, index: number): number {
  return rolesOf(codeIn(view, index));
}

function rolesOf(code: number): number {
  if (code < TABLE.length) return TABLE[code] as number;
  return code >= FIRST_LETTER_BEYOND_ASCII ? IN_WORD : 0;
}
