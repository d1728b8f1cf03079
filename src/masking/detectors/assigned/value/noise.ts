import { codeAt, isLineEndAt } from "../../../text/chars.ts";
import type { ScannedText } from "../../../text/scanned-text.ts";
import type { Stretch } from "../../../text/stretch.ts";
import { alternativesOf } from "../../../text/word-tables.ts";
import { nameAt } from "../name/known-names.ts";
import { ALIASED_PACKAGE } from "../name/program-names.ts";

/** Minimum and maximum length of what a generator draws from the whole keyboard. */
const FEWEST = 10;
const MOST = 128;
/** Minimum share of neighbors of different kinds; code and text have fewer. */
const TURNS = 0.55;
const FEWEST_SIGNS = 2;

/** Punctuation that code seldom has between other characters. */
export const UNUSUAL = /[@#%^~]/;
/** What no password has. */
const SURELY_PROGRAM = new RegExp(
  alternativesOf({
    templates: String.raw`\$\{\w+\}|\$\(\w+\)|%[{(]\w+[)}]|\{\{\w+\}\}|^%%`,
    "names between signs": [
      String.raw`^(?:\W{1,2}|_{0,2}(?=.*__$))(?:[A-Z]+\d{0,2}(?:[_-][A-Z\d]+){1,6}|[a-z]+\d{0,2}(?:[_-][a-z\d]+){1,6})(?:\W{1,2}|__)$`,
    ],
    patterns: String.raw`^\/.*\/[a-z]*$|^([#~@])\^.*\$\1[a-zA-Z]*$|A-Z|a-z|0-9|\(\?[:=!<]`,
    calls: String.raw`^[a-z]{3,40}[A-Z]?[A-Za-z]{0,40}\(\)[}\])]|^U?INT\d{1,2}_C\(\d`,
    "what is masked already": String.raw`\u007f`,
    escapes: String.raw`\\`,
    "variables and percent-encoding": [
      String.raw`%[A-Za-z][^%]{0,2}%[A-Za-z]|%[\dA-Fa-f]{2}[^%]{0,6}%[\dA-Fa-f]{2}`,
    ],
    "addresses and XPath": [String.raw`:\/\/|\[@[a-z-]+=`, ALIASED_PACKAGE],
    licences: String.raw`^[AL]?GPL-\d\.\d`,
    times: String.raw`^\d{4}-\d\d-\d\dT\d\d:`,
  }),
);
/** What else programs write: templates, tags, operators, what continues with another name. */
const PROGRAM =
  /\$[{(]|\{\{|\}\}|%[{(]|#\{|<%|%>|\*\*\*|\.\.\.|\(\?|\.\*|\{\d|<\/|\/>|[,;&|?]\w{3,}[=:]|=>|&&|\|\|/;
const EACH_OF_PROGRAM = new RegExp(PROGRAM, "g");
/** A word, or a run of one case or of digits. */
const WORD = /[a-z]{5}|[A-Z]{5}|\d{6}/;
const EACH_WORD = /[a-z]{5,}|[A-Z]{5,}|\d{6,}/g;
const QUOTES = /["'`]/;

/** The value without quotes, escaped or not: they are no letters, but in code they are frequent. */
function withoutQuotes(value: string): string {
  return value.replace(/\\?["'`]/g, "");
}

/**
 * Whether a value was drawn from the whole keyboard, `kP<5]D#Ql?w9`: all kinds of characters in
 * random order and, where code is possible, punctuation that no program would parse. Such a value
 * is no template or expression, even if it looks like one.
 */
export function isNoise(value: string, isLiteral: boolean): boolean {
  if (value.length < FEWEST || value.length > MOST) return false;
  if (QUOTES.test(value)) return isNoise(withoutQuotes(value), false);
  const kinds = kindsIn(value);
  if (kinds.signs < FEWEST_SIGNS || kinds.others < 2) return false;
  if (kinds.turns < TURNS * (value.length - 1)) return false;
  if (/\s/.test(value) || SURELY_PROGRAM.test(value)) return false;
  if (WORD.test(value) || PROGRAM.test(value)) {
    return value.length >= FEWEST_OF_LONG && isChance(value, kinds);
  }
  return isLiteral || isUnparsed(value);
}

/** From this length on, chance alone makes short runs of letters and pairs of signs like a program's. */
const FEWEST_OF_LONG = 20;
const TURNS_OF_LONG = 0.7;
/** Characters for each pair of signs that chance may have made. */
const FOR_EACH_PAIR = 16;
/** The share of the characters that may be in runs of letters. */
const OF_WORDS = 1 / 4;

/**
 * Whether a value has so much of all kinds that words and signs of a program in it are chance: as
 * {@link isNoise}, and no code.
 */
export function isLongNoise(value: string): boolean {
  if (value.length < FEWEST_OF_LONG || value.length > MOST) return false;
  const plain = withoutQuotes(value);
  if (/\s/.test(plain) || SURELY_PROGRAM.test(plain)) return false;
  return isChance(plain, kindsIn(plain));
}

/** The same of a value of such a length that is no template. */
function isChance(value: string, kinds: Kinds): boolean {
  if (!isUnparsed(value)) return false;
  if (kinds.others < 3 || kinds.turns < TURNS_OF_LONG * (value.length - 1)) return false;
  const pairs = value.match(EACH_OF_PROGRAM)?.length ?? 0;
  const words = value.match(EACH_WORD)?.join("").length ?? 0;
  return pairs * FOR_EACH_PAIR <= value.length && words <= OF_WORDS * value.length;
}

/** Whether no program would have a value like this between others of its signs. */
function isUnparsed(value: string): boolean {
  return UNUSUAL.test(value) || !isBalanced(value);
}

interface Kinds {
  /** Number of punctuation characters. */
  readonly signs: number;
  /** How many of the kinds capital, small letter and digit occur. */
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
const OTHER_LETTER = 4;

function kindOf(code: number): number {
  if (code >= 48 && code <= 57) return 0;
  if (code >= 65 && code <= 90) return 1;
  if (code >= 97 && code <= 122) return 2;
  return isOtherLetter(code) ? OTHER_LETTER : SIGN;
}

/** A letter of another alphabet or with an accent, as in `Megerősítés`; not `×` and `÷`. */
function isOtherLetter(code: number): boolean {
  return code >= 0xc0 && code < 0x2000 && code !== 0xd7 && code !== 0xf7;
}

/** Longest text between a bracket and a name in it. */
const REMARK_REACH = 40;
/** What ends a remark in brackets, and the sentence or literal with it. */
const CLOSES = ")]}.,:;!?\"'`";

function withoutClosers(text: ScannedText, from: number, end: number): number {
  let stop = end;
  while (stop > from && CLOSES.includes(text.view.charAt(stop - 1))) stop--;
  return stop;
}

/** Whether a value with this name may end in a bracket: only a password that no bracket encloses. */
function mayEndIn(text: ScannedText, name: Stretch): boolean {
  return nameAt(text, name).grade === "password" && !isEnclosed(text, name);
}

/** `(token: …)`: whether a bracket that is open before the name may close after the value. */
function isEnclosed(text: ScannedText, { start }: Stretch): boolean {
  let closed = 0;
  for (let at = start - 1; start - at <= REMARK_REACH; at--) {
    const code = codeAt(text, at);
    if (code === LINE_FEED) return false;
    if (isClosing(code)) closed++;
    else if (isOpening(code) && closed-- === 0) return true;
  }
  return false;
}

/** `(`, `[` or `{`. */
function isOpening(code: number): boolean {
  return code === 40 || code === 91 || code === 123;
}

/** `)`, `]` or `}`. */
function isClosing(code: number): boolean {
  return code === 41 || code === 93 || code === 125;
}

const CLOSING: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Whether the brackets are balanced, as in code. */
function isBalanced(value: string): boolean {
  const open: string[] = [];
  for (const char of value) {
    if ("([{".includes(char)) open.push(char);
    else if (char in CLOSING && open.pop() !== CLOSING[char]) return false;
  }
  return open.length === 0;
}

/** Where an unquoted value may be, and the end of its first word. */
interface Place {
  readonly start: number;
  readonly end: number;
  /** Where no code is possible: in an environment. */
  readonly isLiteral: boolean;
  /** Its name; undefined in a part of a form, where nothing follows the value. */
  readonly name: Stretch | undefined;
}

/**
 * The end of such an unquoted value, at the next space; the end of its first word if there is none.
 */
export function noiseEnd(text: ScannedText, { start, end, isLiteral, name }: Place): number {
  let stop = end;
  while (stop - start <= MOST && codeAt(text, stop) > SPACE && codeAt(text, stop) < DELETE) stop++;
  if (stop === end || stop - start > MOST) return end;
  if (stop < text.length && codeAt(text, stop) > SPACE) return end;
  const bare = withoutClosers(text, end, stop);
  if (name !== undefined && (bare > end ? isEnclosed(text, name) : !mayEndIn(text, name)))
    stop = bare;
  if (stop === end) return end;
  const word = text.slice(start, stop);
  const isQuoted = QUOTES.test(word);
  if (isQuoted ? isOwnLine(text, name, stop) && isQuoting(word) : isNoise(word, isLiteral))
    return stop;
  const size = word.search(NEXT_SETTING);
  const first = word.slice(0, size);
  const isFirst = size > end - start && !QUOTES.test(first) && isNoise(first, isLiteral);
  return isFirst ? start + size : end;
}

/** Whether the line has only the name and the value that ends at `end`. */
function isOwnLine(text: ScannedText, name: Stretch | undefined, end: number): boolean {
  if (name === undefined || !isLineEndAt(text, end)) return false;
  let at = name.start - 1;
  while (name.start - at <= INDENT && codeAt(text, at) === SPACE) at--;
  return at < 0 || codeAt(text, at) === LINE_FEED;
}

/** A quote that opens a literal, or one that closes it, in code. */
const OF_LITERAL = /^["'`]|["'`](?:[,;)\]}]{0,4}$|\))/;

/** Whether the quotes in a value on a line of its own belong to it, and are not those of code. */
function isQuoting(word: string): boolean {
  return /\d/.test(word) && !OF_LITERAL.test(word) && isNoise(word, false);
}

/**
 * The next setting of a connection string, the next parameter, a tag, an escaped line break, or the
 * end of the literal around all of it.
 */
const NEXT_SETTING =
  /[;&,](?=[A-Za-z][\w.-]{0,40}(?:[=:]|$)|$)|<\/(?=[A-Za-z])|\\{1,4}[nr]|\\{0,3}["'](?=[,;)\]}]|$)/;

const LINE_FEED = 10;
/** Deepest indentation of a line of settings. */
const INDENT = 24;
const SPACE = 32;
const DELETE = 127;
