/** What a UTF-16 code unit is, to a detector. One table, so that the hot loops only index it. */
export const DIGIT = 1;
export const LOWER = 2;
export const UPPER = 4;
export const HEX_LETTER = 8;
export const SPACE = 16;
/** `_`, which counts as part of a word. */
export const UNDERSCORE = 32;

const TABLE = new Uint8Array(65_536);
for (let code = 48; code <= 57; code++) TABLE[code] = DIGIT;
for (let code = 97; code <= 122; code++) TABLE[code] = LOWER | (code <= 102 ? HEX_LETTER : 0);
for (let code = 65; code <= 90; code++) TABLE[code] = UPPER | (code <= 70 ? HEX_LETTER : 0);
for (const code of [9, 10, 11, 12, 13, 32]) TABLE[code] = SPACE;
TABLE[95] = UNDERSCORE;

/**
 * The class bits of a code unit. For short strings that are cut out of a text: V8 has a kind of its
 * own for those, and the functions below are fast as long as they see texts alone.
 */
export function classOf(code: number): number {
  return TABLE[code] as number;
}

/** The class bits of the code unit at `index`; 0 outside the text and for everything unclassified. */
export function classAt(text: string, index: number): number {
  return index >= 0 && index < text.length ? (TABLE[text.charCodeAt(index)] as number) : 0;
}

/**
 * The code unit at `index`; 0 outside the text. Reading beyond the text itself is correct as well,
 * but makes V8 throw away what it had compiled for texts that are longer.
 */
export function codeAt(text: string, index: number): number {
  return index >= 0 && index < text.length ? text.charCodeAt(index) : 0;
}

export function isDigitAt(text: string, index: number): boolean {
  return classAt(text, index) === DIGIT;
}

export function isLetterAt(text: string, index: number): boolean {
  return (classAt(text, index) & (LOWER | UPPER)) !== 0;
}

export function isAlnumAt(text: string, index: number): boolean {
  return (classAt(text, index) & (LOWER | UPPER | DIGIT)) !== 0;
}

/** ASCII letter, digit or underscore. */
export function isWordAt(text: string, index: number): boolean {
  return (classAt(text, index) & (LOWER | UPPER | DIGIT | UNDERSCORE)) !== 0;
}

// For code units that are at hand. Each place that reads a text is long in what V8 makes of it,
// which has to tell all the forms apart in which a text may be kept.

export function isHex(code: number): boolean {
  return (classOf(code) & (DIGIT | HEX_LETTER)) !== 0;
}

export function isLetter(code: number): boolean {
  return (classOf(code) & (LOWER | UPPER)) !== 0;
}

export function isAlnum(code: number): boolean {
  return (classOf(code) & (LOWER | UPPER | DIGIT)) !== 0;
}

export function isWord(code: number): boolean {
  return (classOf(code) & (LOWER | UPPER | DIGIT | UNDERSCORE)) !== 0;
}

export function isHexAt(text: string, index: number): boolean {
  return (classAt(text, index) & (DIGIT | HEX_LETTER)) !== 0;
}

export function isSpaceAt(text: string, index: number): boolean {
  return classAt(text, index) === SPACE;
}

/**
 * True when a token may begin at `index`: the code unit before it is not part of a word, or it is
 * the tail of an escape (`\n`, `\u003d`, `%3D`) and so stands for something else.
 */
export function startsToken(text: string, index: number): boolean {
  return index === 0 || !isWordAt(text, index - 1) || endsEscape(text, index);
}

/** True when a token may end before `index`. */
export function endsToken(text: string, index: number): boolean {
  return !isWordAt(text, index);
}

/** True when the text before `index` ends with a JSON, JavaScript or percent escape. */
export function endsEscape(text: string, index: number): boolean {
  const before = codeAt(text, index - 1);
  const second = codeAt(text, index - 2);
  if (second === 92) {
    // \n \r \t \b \f, and not an escaped backslash followed by a letter
    const isEscape =
      before === 110 || before === 114 || before === 116 || before === 98 || before === 102;
    return isEscape && codeAt(text, index - 3) !== 92;
  }
  if (!isHex(before) || !isHex(second)) return false;
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
export function alnumRunStart(text: string, index: number, reach: number): number {
  let start = index;
  while (index - start < reach && isAlnumAt(text, start - 1)) start--;
  return start;
}

/**
 * Where the digit-and-letter run that contains `index` ends, looking at most `reach` code units
 * ahead.
 */
export function alnumRunEnd(text: string, index: number, reach: number): number {
  const limit = Math.min(text.length, index + reach);
  let end = index;
  while (end < limit && isAlnumAt(text, end)) end++;
  return end;
}
