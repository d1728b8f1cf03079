import { codeAt } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";

/** Fewest and most characters of what a generator draws from the whole keyboard. */
const FEWEST = 10;
const MOST = 128;
/** Of its neighbours, so many are of different kinds; in code and text fewer are. */
const TURNS = 0.55;
const FEWEST_SIGNS = 2;

/** Signs that code seldom has between others. */
const UNUSUAL = /[@#%^~]/;
/** What is filled in, matched or written by a program: times, templates, patterns, formats, tags, what goes on with another name. */
const PROGRAM =
  /\$[{(]|\{\{|\}\}|%[{(]|#\{|<%|%>|^%%|^\/.*\/[a-z]*$|A-Z|a-z|0-9|\u007f|\*\*\*|\.\.\.|\(\?|\.\*|\\|\{\d|%[A-Za-z][^%]{0,2}%[A-Za-z]|%[\dA-Fa-f]{2}[^%]{0,6}%[\dA-Fa-f]{2}|<\/|\/>|[,;&|?]\w{3,}[=:]|:\/\/|=>|&&|\|\||^\d{4}-\d\d-\d\dT\d\d:/;
/** A word, or what is written in one case. */
const WORD = /[a-z]{5}|[A-Z]{5}|\d{6}/;
const QUOTES = /["'`\s]/;

/**
 * Whether a value is what a generator draws from all keys, `kP<5]D#Ql?w9`: of all kinds in no order,
 * and where code may stand with signs that no program would read. What looks like a template or an
 * expression otherwise is none then.
 */
export function isNoise(value: string, isLiteral: boolean): boolean {
  if (value.length < FEWEST || value.length > MOST) return false;
  const kinds = kindsIn(value);
  if (kinds.signs < FEWEST_SIGNS || kinds.others < 2) return false;
  if (kinds.turns < TURNS * (value.length - 1)) return false;
  if (WORD.test(value) || QUOTES.test(value) || PROGRAM.test(value)) return false;
  return isLiteral || UNUSUAL.test(value) || !isBalanced(value);
}

interface Kinds {
  /** How many of its characters are signs. */
  readonly signs: number;
  /** How many there are of capitals, small letters and digits: one for each kind. */
  readonly others: number;
  readonly turns: number;
}

function kindsIn(value: string): Kinds {
  let signs = 0;
  let turns = 0;
  let seen = 0;
  let before = -1;
  for (let i = 0; i < value.length; i++) {
    const kind = kindOf(value.charCodeAt(i));
    if (kind === SIGN) signs++;
    else seen |= 1 << kind;
    if (before >= 0 && (kind !== before || kind === SIGN)) turns++;
    before = kind;
  }
  return { signs, others: (seen & 1) + ((seen >> 1) & 1) + ((seen >> 2) & 1), turns };
}

const SIGN = 3;

function kindOf(code: number): number {
  if (code >= 48 && code <= 57) return 0;
  if (code >= 65 && code <= 90) return 1;
  return code >= 97 && code <= 122 ? 2 : SIGN;
}

const CLOSING: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Whether brackets close as they open, which those of code do. */
function isBalanced(value: string): boolean {
  const open: string[] = [];
  for (const char of value) {
    if ("([{".includes(char)) open.push(char);
    else if (char in CLOSING && open.pop() !== CLOSING[char]) return false;
  }
  return open.length === 0;
}

/** Where a value without quotes may stand, and the word in it that it begins with. */
interface Place {
  readonly start: number;
  readonly end: number;
  /** Where no code stands: in an environment. */
  readonly isLiteral: boolean;
}

/** Where such a value without quotes ends, at the next space; the end of its first word where there is none. */
export function noiseEnd(text: ScannedText, { start, end, isLiteral }: Place): number {
  let stop = end;
  while (stop - start <= MOST && codeAt(text, stop) > SPACE && codeAt(text, stop) < DELETE) stop++;
  if (stop === end || stop - start > MOST) return end;
  if (stop < text.length && codeAt(text, stop) > SPACE) return end;
  const word = text.slice(start, stop);
  if (isNoise(word, isLiteral)) return stop;
  const size = word.search(NEXT_SETTING);
  return size > end - start && isNoise(word.slice(0, size), isLiteral) ? start + size : end;
}

/** The next setting of a connection string, the next parameter, a tag, an escaped break, or what ends the literal all of it stands in. */
const NEXT_SETTING =
  /[;&,](?=[A-Za-z][\w.-]{0,40}(?:[=:]|$)|$)|<\/(?=[A-Za-z])|\\{1,4}[nr]|\\{0,3}["'](?=[,;)\]}]|$)/;

const SPACE = 32;
const DELETE = 127;
