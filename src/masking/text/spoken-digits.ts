import { codeAt, endsEscapedBreak, isAlnum } from "./chars.ts";
import type { ScannedText } from "./scanned-text.ts";

/** Names of the digits: English, Spanish, German, French, Italian, Portuguese, Dutch. */
const UNITS = [
  "zero oh o nought cero null zéro nul",
  "one uno eins un um een",
  "two dos zwei zwo deux due dois twee",
  "three tres drei trois tre três drie",
  "four cuatro vier quatre quattro quatro",
  "five cinco fünf cinq cinque vijf",
  "six seis sechs sei meia zes",
  "seven siete sieben sept sette sete zeven",
  "eight ocho acht huit otto oito",
  "nine nueve neun neuf nove negen",
];
/** Two digits in one word, as common in English: `twelve`, `forty-two`. */
const TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen";
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety";
/** Fillers that people say, and transcripts contain, before the next digit. */
const PAUSES = "uh um er then dash hyphen";

/** The meaning of a word in a spoken number. */
interface Meaning {
  readonly digits: string;
  /** How often the digits of the next word are repeated. */
  readonly times?: number;
  /** Whether a following digit replaces its zero. */
  readonly isTen?: boolean;
}

/** Nearly every spoken number contains one of these words, and few other texts do. */
export const SPOKEN_GATES: readonly string[] = [
  ..."zero four five seven eight nine forty fifty sixty cuatro cinco siete ocho nueve".split(" "),
  ..."fünf sechs sieben neun quatre cinq huit neuf quattro sette quatro sete oito".split(" "),
  ..."vijf zeven negen".split(" "),
];

const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ...UNITS.flatMap((names, digit) => named(names, () => ({ digits: `${digit}` }))),
  ...named(TEENS, (index) => ({ digits: `${10 + index}` })),
  ...named(TENS, (index) => ({ digits: `${20 + 10 * index}`, isTen: true })),
  ...named("hundred thousand", (index) => ({ digits: "0".repeat(2 + index) })),
  ...named("double doble", () => ({ digits: "", times: 2 })),
  ...named("triple treble", () => ({ digits: "", times: 3 })),
  ...named("plus", () => ({ digits: "+" })),
  ...named(PAUSES, () => ({ digits: "" })),
]);

function named(names: string, meaning: (index: number) => Meaning): [string, Meaning][] {
  return names.split(" ").map((name, index) => [name, meaning(index)]);
}

/** The words that a gate matches. */
const WAKING: ReadonlySet<string> = new Set(
  [...MEANINGS.keys()].filter((name) => SPOKEN_GATES.some((gate) => name.includes(gate))),
);

/** A number spoken digit by digit. */
export interface SpokenDigits {
  readonly start: number;
  readonly end: number;
  /** The number in digits, with a plus before it if one was spoken. */
  readonly digits: string;
}

interface Word {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly meaning: Meaning;
}

/** Maximum words on either side of the matched one: nineteen digits, with some reserve. */
const MOST_WORDS = 24;
/** `seventeen`. */
const LONGEST_WORD = 9;
/** Maximum code units between two words: a comma and a space, three dots. */
const LONGEST_PAUSE = 4;
/** Written digits among words: `double two 42`. */
const NUMERAL = /^\d{1,4}$/;
/**
 * So many written digits in a row are a number of their own, without the words beside it: `617 555
 * 0143, five minutes ago`.
 */
const WRITTEN = /\d{7}/;
/** Quantities: `one thousand two hundred`, `seven hundred fifty thousand`. */
const QUANTITY = /thousand .|hundred (?:\S+ ){0,2}thousand/;

/**
 * The number that contains the word around `at`, which its gate matched. Undefined if that word is
 * no digit, or if an earlier word of the same number matches a gate.
 */
export function spokenDigitsAt(text: ScannedText, at: number): SpokenDigits | undefined {
  const word = wordAt(text, at);
  if (word === undefined) return undefined;
  const before = wordsFrom(text, word.start, -1);
  if (before.some(({ name }) => WAKING.has(name))) return undefined;
  const words = [...before.reverse(), word, ...wordsFrom(text, word.end, 1)];
  // A filler belongs to a number only between its digits.
  while (isPauseWord(words[0])) words.shift();
  while (isPauseWord(words.at(-1))) words.pop();
  const names = words.map(({ name }) => name);
  if (WRITTEN.test(names.join("")) || QUANTITY.test(names.join(" "))) return undefined;
  const start = words[0]?.start ?? at;
  return { start, end: words.at(-1)?.end ?? at, digits: digitsOf(words) };
}

/**
 * The words of a number, in sequence from `from`. Backwards it stops at the first that matches a
 * gate.
 */
function wordsFrom(text: ScannedText, from: number, step: 1 | -1): Word[] {
  const words: Word[] = [];
  let edge = from;
  while (words.length < MOST_WORDS) {
    const at = behindPause(text, edge, step);
    const word = at === edge ? undefined : wordAt(text, step > 0 ? at : at - 1);
    if (word === undefined) break;
    words.push(word);
    if (step < 0 && WAKING.has(word.name)) break;
    edge = step > 0 ? word.end : word.start;
  }
  return words;
}

/** The end of the separators that begin at `from`; `from` if there are none. */
function behindPause(text: ScannedText, from: number, step: 1 | -1): number {
  let at = from;
  const next = step > 0 ? 0 : -1;
  while (Math.abs(at - from) < LONGEST_PAUSE && PAUSE_SIGNS.includes(codeAt(text, at + next)))
    at += step;
  return at;
}

/** The word around the code unit at `at` if it can be part of a spoken number. */
function wordAt(text: ScannedText, at: number): Word | undefined {
  let start = at;
  while (at - start <= LONGEST_WORD && isLetterOrDigit(codeAt(text, start - 1))) start--;
  if (start < at && endsEscapedBreak(text, start + 1)) start++;
  let end = at;
  while (end - start <= LONGEST_WORD && isLetterOrDigit(codeAt(text, end))) end++;
  if (end - start > LONGEST_WORD) return undefined;
  const name = text.slice(start, end).toLowerCase();
  const meaning = MEANINGS.get(name) ?? (NUMERAL.test(name) ? { digits: name } : undefined);
  return meaning === undefined ? undefined : { start, end, name, meaning };
}

function digitsOf(words: readonly Word[]): string {
  let digits = "";
  let before: Meaning | undefined;
  for (const { meaning } of words) {
    const completesTen = before?.isTen === true && /^[1-9]$/.test(meaning.digits);
    if (completesTen) digits = digits.slice(0, -1);
    digits += meaning.digits.repeat(before?.times ?? 1);
    before = meaning;
  }
  return digits;
}

function isPauseWord(word: Word | undefined): boolean {
  return word?.meaning.digits === "" && word.meaning.times === undefined;
}

/** Includes all non-ASCII characters: `fünf`, `três`. */
function isLetterOrDigit(code: number): boolean {
  return isAlnum(code) || code > 0x7f;
}

/** Tab, line break, space, comma, dash and dot: they separate two words of one number. */
const PAUSE_SIGNS = [9, 10, 32, 44, 45, 46];
