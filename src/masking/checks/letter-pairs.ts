import { isAlphabet, KEYBOARD } from "./disorder.ts";
import { entropy, isSample } from "./randomness.ts";

/**
 * Which letters follow each of a to z in words: the 340 pairs that make up 97 % of all pairs,
 * counted over English documentation, identifiers in programs, and messages in Czech, French,
 * German, Italian, Polish, Portuguese, Spanish and Turkish.
 */
const FOLLOWING =
  "bcdfgijklmnoprstuvwyz aeilorsu acdehiklmorstuyz adeilnorsuy abcdefghijklmnopqrstuvwxyz aefilortu " +
  "aeghilmnorsu aeilortu abcdefgiklmnopqrstvxz aeios aeilostu adeilmnostuvy abdeilmopstu " +
  "acdefgijklmnopstuvyz abcdefgijklmnoprstuvwz aehilmoprstu u abcdefgiklmnoprstuvwyz " +
  "abcdefhiklmnopstuwxyz acdefhilmnoprstuy abcdefgijklmnprstz aeioy aeinosy cefipt aceilmnopstw aeinouy";

const IS_COMMON = new Uint8Array(1 << 10);
for (const [first, letters] of FOLLOWING.split(" ").entries()) {
  for (const second of letters) IS_COMMON[((first + 1) << 5) | (second.charCodeAt(0) & 31)] = 1;
}

/**
 * How much likelier each is in random letters than in names, as ten times the natural logarithm: a
 * letter pair that is rare in words, and a common one; two capitals, a capital after a lower-case
 * letter, a lower-case letter after a capital, two lower-case letters.
 */
const RARE = 30;
const COMMON = -7;
const CAPITALS = 16;
const RISE = 9;
const FALL = 8;
const SMALL = -11;

/**
 * From this many consecutive pairs of capitals on, they are also scored as a word or an
 * abbreviation: `ENCRYPTEDbySOPS`.
 */
const MANY_CAPITALS = 3;

/** The bit that lower-case letters have and capitals do not. */
const LOWER_BIT = 32;
const LETTERS = /^[A-Za-z]{8,128}$/;

/**
 * How much likelier it is that a value of letters is random than made of words; negative for words.
 */
function disorderOf(value: string): number {
  const isMixed = /[A-Z]/.test(value) && /[a-z]/.test(value);
  let sum = 0;
  let capitals = 0;
  for (let i = 1; i < value.length; i++) {
    const before = value.charCodeAt(i - 1);
    const code = value.charCodeAt(i);
    const isSmall = (code & LOWER_BIT) !== 0;
    capitals = isSmall || (before & LOWER_BIT) !== 0 ? 0 : capitals + 1;
    // A word begins here, or it is an abbreviation, which may contain any pair.
    if (isMixed && !isSmall && capitals < MANY_CAPITALS) {
      sum += capitals > 0 ? CAPITALS : RISE;
      continue;
    }
    if (isMixed) sum += isSmall && (before & LOWER_BIT) === 0 ? FALL : SMALL;
    sum += IS_COMMON[((before & 31) << 5) | (code & 31)] === 1 ? COMMON : RARE;
  }
  return sum;
}

/** From this many letters on, a lower threshold applies. */
const LONG = 10;
/**
 * Minimum disorder of mixed-case and of lower-case values, and of `isSurelyDrawn`, which requires
 * mixed case.
 */
const OF_BOTH = { short: 80, long: 60 };
const OF_SMALL = { short: 120, long: 80 };
const SURE = 100;

/**
 * In bits per character. Filler such as `xxxxyyyyzzzz` has less; hardly any random value of eight
 * letters has.
 */
const LEAST_ENTROPY = 2.25;

/**
 * Random letters only: `kTzPqWmNbVcX`, `xqkvbzmwhjtp`. False positives: one in a thousand
 * identifiers in programs, and next to no words in sentences.
 */
export function isDrawn(value: string): boolean {
  if (!mayBeDrawn(value)) return false;
  const { short, long } = value === value.toLowerCase() ? OF_SMALL : OF_BOTH;
  return disorderOf(value) >= (value.length < LONG ? short : long);
}

/**
 * Stricter, for places where identifiers of programs also occur: false positives are one in two
 * thousand of them.
 */
export function isSurelyDrawn(value: string): boolean {
  if (value.length < LONG || value === value.toLowerCase()) return false;
  return mayBeDrawn(value) && disorderOf(value) >= SURE;
}

/** Letters, but no capitals alone, sample or filler. */
function mayBeDrawn(value: string): boolean {
  if (!LETTERS.test(value) || value === value.toUpperCase() || isSample(value)) return false;
  return !KEYBOARD.test(value) && !isAlphabet(value) && entropy(value) >= LEAST_ENTROPY;
}
