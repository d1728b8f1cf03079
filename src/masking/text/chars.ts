import { MARGIN, type ScannedText } from "./scanned-text.ts";

/** What a UTF-16 code unit is, to a detector. One table, so that the hot loops only index it. */
export const DIGIT = 1;
/** a to z; accented letters are none of these. */
export const LOWER = 2;
/** A to Z. */
export const UPPER = 4;
/** a to f, besides what it is as a letter. */
const HEX_LETTER = 8;
/** Blank, tab, vertical tab, form feed and the ends of lines. */
export const SPACE = 16;
/** `_`, which counts as part of a word. */
const UNDERSCORE = 32;

const TABLE = new Uint8Array(65_536);
for (let code = 48; code <= 57; code++) TABLE[code] = DIGIT;
for (let code = 97; code <= 122; code++) TABLE[code] = LOWER | (code <= 102 ? HEX_LETTER : 0);
for (let code = 65; code <= 90; code++) TABLE[code] = UPPER | (code <= 70 ? HEX_LETTER : 0);
for (const code of [9, 10, 11, 12, 13, 32]) TABLE[code] = SPACE;
TABLE[95] = UNDERSCORE;

/** The class bits of a code unit. */
export function classOf(code: number): number {
  return TABLE[code] as number;
}

/** Where a text's code units begin. Tests look up what is of another file each time it is read. */
const BEGIN = MARGIN;

/**
 * The code unit at `index`; 0 outside the text, which is only true within `MARGIN` of it: nobody may
 * look farther.
 */
export function codeAt(text: ScannedText, index: number): number {
  return text.codes[index + BEGIN] as number;
}

/** The code unit of a string, not of a text that is scanned; 0 outside of it. */
export function codeIn(string: string, index: number): number {
  return index >= 0 && index < string.length ? string.charCodeAt(index) : 0;
}

/** The class bits of the code unit at `index`; 0 outside the text and for everything unclassified. */
export function classAt(text: ScannedText, index: number): number {
  return TABLE[text.codes[index + BEGIN] as number] as number;
}

// Each of these reads the table itself, though one could call another: they are called so often,
// and made part of so many functions, that every level of calls shows.

const LETTER = LOWER | UPPER;
const ALNUM = LETTER | DIGIT;
const WORD = ALNUM | UNDERSCORE;
const HEX = DIGIT | HEX_LETTER;

/** ASCII digit. */
export function isDigitAt(text: ScannedText, index: number): boolean {
  return TABLE[text.codes[index + BEGIN] as number] === DIGIT;
}

/** Hexadecimal digit, in either case. */
export function isHexAt(text: ScannedText, index: number): boolean {
  return ((TABLE[text.codes[index + BEGIN] as number] as number) & HEX) !== 0;
}

/** ASCII letter. */
export function isLetterAt(text: ScannedText, index: number): boolean {
  return ((TABLE[text.codes[index + BEGIN] as number] as number) & LETTER) !== 0;
}

export function isUnderscoreAt(text: ScannedText, index: number): boolean {
  return TABLE[text.codes[index + BEGIN] as number] === UNDERSCORE;
}

/** ASCII letter or digit. */
export function isAlnumAt(text: ScannedText, index: number): boolean {
  return ((TABLE[text.codes[index + BEGIN] as number] as number) & ALNUM) !== 0;
}

/** ASCII letter, digit or underscore. */
export function isWordAt(text: ScannedText, index: number): boolean {
  return ((TABLE[text.codes[index + BEGIN] as number] as number) & WORD) !== 0;
}

// The same for code units that are at hand.

export function isDigit(code: number): boolean {
  return TABLE[code] === DIGIT;
}

export function isHex(code: number): boolean {
  return ((TABLE[code] as number) & HEX) !== 0;
}

export function isLetter(code: number): boolean {
  return ((TABLE[code] as number) & LETTER) !== 0;
}

export function isAlnum(code: number): boolean {
  return ((TABLE[code] as number) & ALNUM) !== 0;
}

export function isWord(code: number): boolean {
  return ((TABLE[code] as number) & WORD) !== 0;
}

/**
 * True when a token may begin at `index`: the code unit before it is not part of a word, or it is
 * the tail of an escape (`\n`, `\u003d`, `%3D`) or emphasis and so stands for something else.
 */
export function startsToken(text: ScannedText, index: number): boolean {
  return !isWordAt(text, index - 1) || opensEmphasis(text, index) || endsEscape(text, index);
}

/** True when a token may end before `index`: no word goes on there but emphasis that closes. */
export function endsToken(text: ScannedText, index: number): boolean {
  return !isWordAt(text, index) || closesEmphasis(text, index);
}

/** Most underscores of emphasis. */
const MOST_OF_EMPHASIS = 3;

/** True when underscores before `index` begin emphasis, as Markdown has it: `_203.0.113.7_`, not `name_7`. */
export function opensEmphasis(text: ScannedText, index: number): boolean {
  let start = index;
  while (index - start < MOST_OF_EMPHASIS && isUnderscoreAt(text, start - 1)) start--;
  return start < index && !isWordAt(text, start - 1);
}

/** True when underscores from `index` on end emphasis. */
export function closesEmphasis(text: ScannedText, index: number): boolean {
  let end = index;
  while (end - index < MOST_OF_EMPHASIS && isUnderscoreAt(text, end)) end++;
  return end > index && !isWordAt(text, end);
}

/** True when the text before `index` ends with a JSON, JavaScript or percent escape. */
function endsEscape(text: ScannedText, index: number): boolean {
  const before = codeAt(text, index - 1);
  const second = codeAt(text, index - 2);
  if (second === 92) {
    // \n \r \t \b \f, and not an escaped backslash followed by a letter
    const isEscape =
      before === 110 || before === 114 || before === 116 || before === 98 || before === 102;
    return isEscape && codeAt(text, index - 3) !== 92;
  }
  return isHex(before) && isHex(second) && endsHexEscape(text, index);
}

/** True when the text before `index` ends with a line break or tab as JSON writes it, however often quoted. */
export function endsEscapedBreak(text: ScannedText, index: number): boolean {
  const before = codeAt(text, index - 1);
  return (before === 110 || before === 114 || before === 116) && codeAt(text, index - 2) === 92;
}

/** True when two hexadecimal digits before `index` are the end of `%3D` or `\\u003d`. */
function endsHexEscape(text: ScannedText, index: number): boolean {
  const third = codeAt(text, index - 3);
  if (third === 37) return true;
  return (
    isHex(third) &&
    isHexAt(text, index - 4) &&
    codeAt(text, index - 5) === 117 &&
    codeAt(text, index - 6) === 92
  );
}

/**
 * Where the digit-and-letter run right before `index` begins, looking at most `reach` code units
 * back.
 */
export function alnumRunStart(text: ScannedText, index: number, reach: number): number {
  let start = index;
  while (index - start < reach && isAlnumAt(text, start - 1)) start--;
  return start;
}

/** As `alnumRunStart`, of a run that underscores and dashes belong to, as in names and identifiers. */
export function dashedRunStart(text: ScannedText, index: number, reach: number): number {
  let start = index;
  while (index - start < reach && isDashedAt(text, start - 1)) start--;
  return start;
}

/** As `alnumRunEnd`, of such a run. */
export function dashedRunEnd(text: ScannedText, index: number, reach: number): number {
  let end = index;
  while (end - index < reach && isDashedAt(text, end)) end++;
  return end;
}

function isDashedAt(text: ScannedText, index: number): boolean {
  return isWordAt(text, index) || codeAt(text, index) === 45;
}

/**
 * Where the digit-and-letter run that contains `index` ends, looking at most `reach` code units
 * ahead.
 */
export function alnumRunEnd(text: ScannedText, index: number, reach: number): number {
  const limit = Math.min(text.length, index + reach);
  let end = index;
  while (end < limit && isAlnumAt(text, end)) end++;
  return end;
}
