import { classOf, DIGIT, LOWER, UPPER } from "../text/chars.ts";
import { entropy, isSample } from "./randomness.ts";
import { isCamelCase, readsAsWords } from "./words.ts";

/** Whether the value is too long, too mixed and too uneven to have been written by a person. */
export function looksRandom(value: string): boolean {
  if (value.length < 14 || !/^[\w.~+/=:%|!@#^&*$-]+$/.test(value)) return false;
  if (isSample(value) || entropy(value) < 3) return false;
  if (isShuffled(value)) return true;
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (isUuid(value)) return true;
  if (isCamelCase(value)) return false;
  // Words and numbers joined by dashes are a name: claude-3-5-sonnet-20241022.
  if (value.length < 16) return changes(value) >= 4 && /[A-Z]/.test(value) && /[a-z]/.test(value);
  const pieces = value.split(/[^A-Za-z0-9]+/);
  if (pieces.some((piece) => piece.length >= 10 && isMixed(piece))) return true;
  return isInPieces(value) || isInGroups(pieces);
}

/**
 * Minimum of changes between character kinds, per character, in a random value; the lower one
 * applies if it contains few words or none.
 */
const MANY_TURNS = 0.5;
const SOME_TURNS = 0.35;

/**
 * Upper and lower case in an order that words do not have: `ZOrOV4tZGoCLgFvH`. Among random letters
 * and digits, two of three adjacent pairs are of different kinds; in camel case it is two per word.
 */
export function isShuffled(value: string): boolean {
  if (!/[a-z]/.test(value) || !/[A-Z]/.test(value)) return false;
  const plain = value.replace(/[^A-Za-z0-9]+/g, "");
  const hasDigit = /\d/.test(plain);
  if (plain.length < (hasDigit ? 14 : 20) || (!hasDigit && readsAsWords(value))) return false;
  // Dots, slashes and capitals join names; a random value contains few of them.
  if ((value.length - plain.length) * 6 > value.length || isCamelCase(plain)) return false;
  const turns = turnsOf(plain) / (plain.length - 1);
  return turns >= MANY_TURNS || (turns >= SOME_TURNS && wordsIn(plain) < plain.length * 0.55);
}

/** Number of characters in possible words: 13 in `OAuth2TokenAuth`. */
function wordsIn(value: string): number {
  let size = 0;
  for (const [word] of value.matchAll(/[A-Z]?[a-z]{3,64}/g)) {
    if (/[aeiouy]/i.test(word)) size += word.length;
  }
  return size;
}

/** `isShuffled` for short values: upper and lower case alternate, and there are no words. */
export function isJumbled(value: string): boolean {
  if (!/^[A-Za-z0-9]+$/.test(value)) return false;
  const turns = turnsOf(value);
  const isEven = turns < MANY_TURNS * (value.length - 1);
  if (isEven && turns < SOME_TURNS * (value.length - 1)) return false;
  if (!/[a-z]/.test(value) || !/[A-Z]/.test(value)) return false;
  // With fewer changes, nothing in it may look like a word.
  return wordsIn(value) < (isEven ? 1 : value.length * 0.55);
}

/** Minimum length, and maximum share of vowels; among random letters it is 3 in 13. */
const UNSPEAKABLE = /^(?:[a-z]{16,64}|[A-Z]{16,64})$/;
const MOST_VOWELS = 0.3;

/** Adjacent keys, a common filler in place of a secret. */
export const KEYBOARD: RegExp = /qwert|asdf|zxcv/i;

/**
 * Unpronounceable letters of one case, like the app passwords of mail accounts: `qhzvkwtmexrbnapj`.
 */
export function isUnspeakable(value: string): boolean {
  if (!UNSPEAKABLE.test(value) || !/[^aeiouy]{5}/i.test(value)) return false;
  if (isSample(value) || isAlphabet(value)) return false;
  // Words without vowels, such as `xmlhttprequestcntrllr`, hardly ever contain one of these
  // letters.
  if (!/[jqz]/i.test(value) || KEYBOARD.test(value)) return false;
  const vowels = value.match(/[aeiouy]/gi)?.length ?? 0;
  return vowels <= value.length * MOST_VOWELS && entropy(value) >= 3;
}

/**
 * Whether most letters are alphabetical neighbors of the ones before them: `A1B2C-D3E4F-…`,
 * `bcdfghjklmnpqrstvwxz`.
 */
export function isAlphabet(letters: string): boolean {
  let next = 0;
  for (let i = 1; i < letters.length; i++) {
    if (Math.abs(letters.charCodeAt(i) - letters.charCodeAt(i - 1)) === 1) next++;
  }
  return next * 2 > letters.length;
}

/** Number of changes between lower case, upper case and digits. */
function turnsOf(value: string): number {
  let turns = 0;
  let before = classOf(value.charCodeAt(0));
  for (let i = 1; i < value.length; i++) {
    const kind = classOf(value.charCodeAt(i));
    if (((before ^ kind) & (DIGIT | LOWER | UPPER)) !== 0) turns++;
    before = kind;
  }
  return turns;
}

/** Digits between letters, not only after them. */
function isMixed(piece: string): boolean {
  return changes(piece) >= 3 || /^[0-9a-f]{16,}$/i.test(piece);
}

/** Several short mixed pieces: `61r-h-7_0wp-4vlc3vtbj`. */
function isInPieces(value: string): boolean {
  return value.length >= 20 && changes(value) >= 6 && !hasWord(value);
}

/**
 * Groups of equal length, most of them with both letters and digits: `k3x9qa-m27pzt-vw41ce`. Groups
 * of four must be upper case.
 */
function isInGroups(groups: readonly string[]): boolean {
  const size = groups[0]?.length ?? 0;
  if (groups.length < 3 || groups.some((group) => group.length !== size)) return false;
  if (size < 5 && (size < 4 || groups.length < 4 || !/^[A-Z0-9]*$/.test(groups.join(""))))
    return false;
  // Numbered parts of one thing: part01-part02-part03.
  if (new Set(groups.map((group) => group.replace(/\d+/g, ""))).size === 1) return false;
  const mixed = groups.filter((group) => changes(group) > 0).length;
  // More than one in four random groups of four has only letters or only digits.
  const least = groups.length > 4 && size === 4 ? 1 / 2 : 2 / 3;
  return mixed >= groups.length * least && !groups.some(hasWord);
}

function hasWord(value: string): boolean {
  return value
    .split(/[^A-Za-z]+/)
    .some(
      (run) => run.length >= 5 && /[aeiou]/i.test(run) && /^(?:[A-Z]?[a-z]+|[A-Z]+)$/.test(run),
    );
}

/** Number of changes between letters and digits. */
export function changes(value: string): number {
  return value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
}

/** A UUID of any version, by its format. */
export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}
