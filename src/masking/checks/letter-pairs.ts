import { isAlphabet, KEYBOARD } from "./disorder.ts";
import { entropy, isSample } from "./randomness.ts";

/**
 * Which letters follow each of a to z in words: the 340 pairs that make 97 % of all, counted over English
 * documentation, names in programs, and messages in Czech, French, German, Italian, Polish, Portuguese, Spanish and Turkish.
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
 * How much likelier each is at random than in a name, as ten times the natural logarithm: a pair that is
 * rare in words and one that is not; two capitals, a capital behind a small letter, a small one behind a capital, two small ones.
 */
const RARE = 30;
const COMMON = -7;
const CAPITALS = 16;
const RISE = 9;
const FALL = 8;
const SMALL = -11;

/** Pairs of capitals in a row from which on they are a word or an abbreviation as well: `ENCRYPTEDbySOPS`. */
const MANY_CAPITALS = 3;

/** Bit that small letters have and capitals have not. */
const LOWER_BIT = 32;
const LETTERS = /^[A-Za-z]{8,128}$/;

/** How much more a value of letters looks drawn at random than made of words; below zero for words. */
function disorderOf(value: string): number {
  const isMixed = /[A-Z]/.test(value) && /[a-z]/.test(value);
  let sum = 0;
  let capitals = 0;
  for (let i = 1; i < value.length; i++) {
    const before = value.charCodeAt(i - 1);
    const code = value.charCodeAt(i);
    const isSmall = (code & LOWER_BIT) !== 0;
    capitals = isSmall || (before & LOWER_BIT) !== 0 ? 0 : capitals + 1;
    // Words begin there, and abbreviations have pairs of all kinds.
    if (isMixed && !isSmall && capitals < MANY_CAPITALS) {
      sum += capitals > 0 ? CAPITALS : RISE;
      continue;
    }
    if (isMixed && !isSmall) sum += SMALL;
    else if (isMixed) sum += (before & LOWER_BIT) === 0 ? FALL : SMALL;
    sum += IS_COMMON[((before & 31) << 5) | (code & 31)] === 1 ? COMMON : RARE;
  }
  return sum;
}

/** From so many letters on, less disorder is enough. */
const LONG = 10;
/** What a value has to have, of letters of both cases and of small ones; and where nothing but letters of both cases would do. */
const OF_BOTH = { short: 80, long: 60 };
const OF_SMALL = { short: 120, long: 80 };
const SURE = 100;

/** In bits a character: what is filled in, `xxxxyyyyzzzz`, has fewer, and hardly one random value of eight letters. */
const LEAST_ENTROPY = 2.25;

/**
 * Letters alone, drawn at random: `VtPovnycAHak`, `xqkvbzmwhjtp`. Of names in programs one in a thousand
 * is taken for that, and of words in sentences next to none.
 */
export function isDrawn(value: string): boolean {
  if (!LETTERS.test(value) || value === value.toUpperCase() || isSample(value)) return false;
  if (KEYBOARD.test(value) || isAlphabet(value) || entropy(value) < LEAST_ENTROPY) return false;
  const { short, long } = value === value.toLowerCase() ? OF_SMALL : OF_BOTH;
  return disorderOf(value) >= (value.length < LONG ? short : long);
}

/** The same where names of programs stand as well: of those, one in two thousand. */
export function isSurelyDrawn(value: string): boolean {
  if (value.length < LONG || value === value.toLowerCase()) return false;
  return isDrawn(value) && disorderOf(value) >= SURE;
}
