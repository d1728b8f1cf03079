import { isAt } from "../pattern/sticky.ts";
import { codeIn } from "../text/chars.ts";
import type { Stretch } from "../text/stretch.ts";

/** A letter of any alphabet, a digit or an underscore: `0412345678şifre`. */
const IN_WORD = 1;
const IS_DIGIT = 2;
/** Joins a word to the find before or after it, because it can be part of a value. */
const GLUE = 4;
/** Separates two numbers in a row, before or after a find. */
const GAP_BEFORE = 16;
const GAP_AFTER = 32;
const IS_SPACE = 64;

/** Maximum number of separators between two numbers in a row. */
const MOST_GAP = 3;

/** Beyond ASCII, there are only symbols before `À`. */
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

/** Whether any detector looks for a number of one group with that many digits. */
type IsLookedFor = (digits: number) => boolean;

/**
 * Whether a find touches a word or belongs to a row of numbers. When it is masked, the text it
 * touched may become a separate token.
 */
export function isCrowded(
  view: string,
  { start, end }: Stretch,
  isLookedFor: IsLookedFor,
): boolean {
  return (
    touchesAfter(view, end, isLookedFor) ||
    (touchesBefore(view, start, isLookedFor) && !endsEscape(view, start))
  );
}

/** The end of a JSON, JavaScript or percent escape, like `endsEscape` for a scanned text. */
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

/** The kind of a telephone number, `555-0199-Fax`: neither the name of a value nor a value. */
const LABEL = /-(?:fax|office|home|mobile|cell|work)\b/iy;

function isLabelled(view: string, end: number): boolean {
  if (codeIn(view, end) !== HYPHEN) return false;
  return isAt(LABEL, view, end);
}

const HYPHEN = 45;
const EQUALS = 61;
const LINE_FEED = 10;

/** Whether the whole line before its `=` at `index` is a name: no value begins there. */
function isNameOfLine(view: string, index: number): boolean {
  if (codeIn(view, index) !== EQUALS) return false;
  let at = index - 1;
  while ((rolesAt(view, at) & (IN_WORD | IS_DIGIT)) === IN_WORD) at--;
  return at < 0 || codeIn(view, at) === LINE_FEED;
}

/**
 * A find that begins or ends with a letter is not in a row of numbers if whitespace separates them.
 */
function isLetterAt(view: string, index: number): boolean {
  return (rolesAt(view, index) & (IN_WORD | IS_DIGIT)) === IN_WORD;
}

/** A number next to a find, and the direction away from the find. */
interface Neighbour {
  readonly at: number;
  readonly step: 1 | -1;
}

/** Whether a number stands alone, except for the find, and is too short for any detector. */
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
