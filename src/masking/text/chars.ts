import { MARGIN, type ScannedText } from "./scanned-text.ts";

/** Class bits of UTF-16 code units for detectors, in one table so that hot loops only index it. */
export const DIGIT = 1;
/** a to z; no accented letters. */
export const LOWER = 2;
/** A to Z. */
export const UPPER = 4;
/** a to f, in addition to the bits of a letter. */
const HEX_LETTER = 8;
/** Space, tab, vertical tab, form feed and line terminators. */
export const SPACE = 16;
/** `_`, which is a word character. */
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

/**
 * Where a text's code units begin. A local copy, because test runners resolve an import on every
 * access.
 */
const BEGIN = MARGIN;

/**
 * The code unit at `index`; 0 outside the text, but only within `MARGIN` of it. Do not look
 * further.
 */
export function codeAt(text: ScannedText, index: number): number {
  return text.codes[index + BEGIN] as number;
}

/** The code unit of a plain string, not of a scanned text; 0 outside of it. */
export function codeIn(string: string, index: number): number {
  return index >= 0 && index < string.length ? string.charCodeAt(index) : 0;
}

/**
 * The class bits of the code unit at `index`; 0 outside the text and for unclassified characters.
 */
export function classAt(text: ScannedText, index: number): number {
  return TABLE[text.codes[index + BEGIN] as number] as number;
}

// Each of these reads the table itself instead of calling another: they are called and inlined so
// often that every level of calls is measurable.

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

// The same for code units already read.

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
 * Whether a token may begin at `index`: the code unit before it is no word character, or it ends an
 * escape (`\n`, `\u003d`, `%3D`) or begins emphasis and so stands for something else.
 */
export function startsToken(text: ScannedText, index: number): boolean {
  return !isWordAt(text, index - 1) || opensEmphasis(text, index) || endsEscape(text, index);
}

/** Whether a token may end before `index`: no word character follows, except closing emphasis. */
export function endsToken(text: ScannedText, index: number): boolean {
  return !isWordAt(text, index) || closesEmphasis(text, index);
}

/** Maximum number of underscores of emphasis. */
const MOST_OF_EMPHASIS = 3;

/**
 * Whether the underscores before `index` begin emphasis as in Markdown: `_203.0.113.7_`, not
 * `name_7`.
 */
export function opensEmphasis(text: ScannedText, index: number): boolean {
  let start = index;
  while (index - start < MOST_OF_EMPHASIS && isUnderscoreAt(text, start - 1)) start--;
  return start < index && !isWordAt(text, start - 1);
}

/** Whether the underscores from `index` on end emphasis. */
export function closesEmphasis(text: ScannedText, index: number): boolean {
  let end = index;
  while (end - index < MOST_OF_EMPHASIS && isUnderscoreAt(text, end)) end++;
  return end > index && !isWordAt(text, end);
}

/** Whether the text before `index` ends with a JSON, JavaScript or percent escape. */
function endsEscape(text: ScannedText, index: number): boolean {
  const before = codeAt(text, index - 1);
  const second = codeAt(text, index - 2);
  if (second === 92) {
    // \n \r \t \b \f, but not an escaped backslash followed by a letter
    const isEscape =
      before === 110 || before === 114 || before === 116 || before === 98 || before === 102;
    return isEscape && codeAt(text, index - 3) !== 92;
  }
  return isHex(before) && isHex(second) && endsHexEscape(text, index);
}

/**
 * Whether the text before `index` ends with a line break or tab as escaped in JSON, at any level.
 */
export function endsEscapedBreak(text: ScannedText, index: number): boolean {
  const before = codeAt(text, index - 1);
  return (before === 110 || before === 114 || before === 116) && codeAt(text, index - 2) === 92;
}

/** Whether the two hexadecimal digits before `index` end `%3D`, `%253D` or `\\u003d`. */
function endsHexEscape(text: ScannedText, index: number): boolean {
  const third = codeAt(text, index - 3);
  if (third === 37) return true;
  if (third === 53 && text.view.startsWith("%2", index - 5)) return true;
  return (
    isHex(third) &&
    isHexAt(text, index - 4) &&
    codeAt(text, index - 5) === 117 &&
    codeAt(text, index - 6) === 92
  );
}

/**
 * Start of the run of letters and digits right before `index`, looking back at most `reach` code
 * units.
 */
export function alnumRunStart(text: ScannedText, index: number, reach: number): number {
  let start = index;
  while (index - start < reach && isAlnumAt(text, start - 1)) start--;
  return start;
}

/**
 * `alnumRunStart` for runs that may contain underscores and dashes, as in names and identifiers.
 */
export function dashedRunStart(text: ScannedText, index: number, reach: number): number {
  let start = index;
  while (index - start < reach && isDashedAt(text, start - 1)) start--;
  return start;
}

/** `alnumRunEnd` for such a run. */
export function dashedRunEnd(text: ScannedText, index: number, reach: number): number {
  let end = index;
  while (end - index < reach && isDashedAt(text, end)) end++;
  return end;
}

function isDashedAt(text: ScannedText, index: number): boolean {
  return isWordAt(text, index) || codeAt(text, index) === 45;
}

/**
 * End of the run of letters and digits that contains `index`, looking ahead at most `reach` code
 * units.
 */
export function alnumRunEnd(text: ScannedText, index: number, reach: number): number {
  const limit = Math.min(text.length, index + reach);
  let end = index;
  while (end < limit && isAlnumAt(text, end)) end++;
  return end;
}

/** Whether the line ends at `index`: with a break, or with the text. */
export function isLineEndAt(text: ScannedText, index: number): boolean {
  const code = codeAt(text, index);
  return index === text.length || code === 10 || code === 13;
}
