import { codeAt, isLetter } from "../../../text/chars.ts";
import type { ScannedText } from "../../../text/scanned-text.ts";
import { WordMarks } from "../../../text/word-marks.ts";
import { WORDS_OF_VERBS } from "./between-in-sentence.ts";

/**
 * Quick looks at the words around a name. Names in sentences are frequent and few sentences say a
 * value, so these come before the expressions that read it.
 */

const VERBS = new WordMarks(WORDS_OF_VERBS);
/** Words up to the last one of a verb: see `SENTENCE`. */
const MOST_BEHIND = 9;
/** Longest word there: a host. */
const LONGEST = 64;

/** Whether something may say the value after the words behind a name: a verb, a colon, a break. */
export function mayBeSaid(text: ScannedText, nameEnd: number): boolean {
  let at = nameEnd + 1;
  for (let words = 0; words < MOST_BEHIND; words++) {
    const start = at;
    while (at - start < LONGEST && isOfWord(codeAt(text, at))) at++;
    const next = codeAt(text, at);
    if (next !== SPACE && next !== COMMA) return mayIntroduce(text, at);
    if (at === start) return false;
    if (next === SPACE && VERBS.mayHold(text, start, at)) return true;
    at += next === COMMA ? 2 : 1;
  }
  return false;
}

/** A letter of a European language, an apostrophe or a dash. */
function isOfWord(code: number): boolean {
  return isLetter(code) || code === 39 || code === 45 || (code >= 0xc0 && code < FIRST_OTHER);
}

/** The first letter of any other alphabet; their verbs may be parts of words. */
const FIRST_OTHER = 0x250;

/** Whether what ends the words may stand before a value, or in the address of its owner. */
function mayIntroduce(text: ScannedText, index: number): boolean {
  const code = codeAt(text, index);
  if (code === DOT) return codeAt(text, index + 1) > SPACE;
  return code >= FIRST_OTHER || (code < 128 && INTRODUCES[code] === 1);
}

const INTRODUCES = new Uint8Array(128);
for (const char of ":=(<[\"'@+_0123456789\n\r\\\x7f") INTRODUCES[char.charCodeAt(0)] = 1;

/** The words of `BEFORE_NAME` that call a value by its name. */
const CALLING = new WordMarks("as als com come como comme for is was that's a an still".split(" "));
/** Words between one of them and a name, and that one. */
const MOST_BEFORE = 4;
const LONGEST_BEFORE = 13;

/** Whether something may call a value by the name behind it: ` as the `, `(the `, ` be a good `. */
export function mayBeCalled(text: ScannedText, nameStart: number): boolean {
  if (codeAt(text, nameStart - 1) === BRACKET) return true;
  let end = nameStart;
  for (let words = 0; words < MOST_BEFORE; words++) {
    if (codeAt(text, end - 1) !== SPACE) return false;
    const stop = end - 1;
    let at = stop;
    while (stop - at < LONGEST_BEFORE && isInWord(codeAt(text, at - 1))) at--;
    const before = codeAt(text, at - 1);
    if (before === BRACKET || before === EQUALS) return true;
    if (at === stop) return false;
    if (CALLING.mayHold(text, at, stop)) return true;
    end = at;
  }
  return false;
}

/** A letter or an apostrophe. */
function isInWord(code: number): boolean {
  return isLetter(code) || code === 39;
}

const SPACE = 32;
const BRACKET = 40;
const COMMA = 44;
const DOT = 46;
const EQUALS = 61;
