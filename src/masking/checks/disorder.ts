import { classOf, DIGIT, LOWER, UPPER } from "../text/chars.ts";
import { entropy, isSample } from "./randomness.ts";
import { isCamelCase, readsAsWords } from "./words.ts";

/** Long enough, mixed enough and uneven enough that no person would have written it. */
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

/** Fewest turns, per character, of what is random; and of what is, as long as no word is in it. */
const MANY_TURNS = 0.5;
const SOME_TURNS = 0.35;

/**
 * Capitals and small letters in no order that words have: `ZOrOV4tZGoCLgFvH`. Of random letters and
 * digits, two neighbours in three are of different kinds; in camel case it is two in a whole word.
 */
export function isShuffled(value: string): boolean {
  if (!/[a-z]/.test(value) || !/[A-Z]/.test(value)) return false;
  const plain = value.replace(/[^A-Za-z0-9]+/g, "");
  const hasDigit = /\d/.test(plain);
  if (plain.length < (hasDigit ? 14 : 20) || (!hasDigit && readsAsWords(value))) return false;
  // Dots, slashes and capitals join names; a random value has few of them.
  if ((value.length - plain.length) * 6 > value.length || isCamelCase(plain)) return false;
  const turns = turnsOf(plain) / (plain.length - 1);
  return turns >= MANY_TURNS || (turns >= SOME_TURNS && wordsIn(plain) < plain.length * 0.55);
}

/** How many characters belong to what could be words: `OAuth2TokenAuth` has thirteen. */
function wordsIn(value: string): number {
  let size = 0;
  for (const [word] of value.matchAll(/[A-Z]?[a-z]{3,64}/g)) {
    if (/[aeiouy]/i.test(word)) size += word.length;
  }
  return size;
}

/** A short `isShuffled`: capitals and small letters in turns, with no word among them. */
export function isJumbled(value: string): boolean {
  if (!/^[A-Za-z0-9]+$/.test(value)) return false;
  const turns = turnsOf(value);
  const isEven = turns < MANY_TURNS * (value.length - 1);
  if (isEven && turns < SOME_TURNS * (value.length - 1)) return false;
  if (!/[a-z]/.test(value) || !/[A-Z]/.test(value)) return false;
  // With fewer turns nothing in it may read like a word.
  return wordsIn(value) < (isEven ? 1 : value.length * 0.55);
}

/** Fewest letters, and most of them that are vowels: of random ones, three in thirteen are. */
const UNSPEAKABLE = /^(?:[a-z]{16,64}|[A-Z]{16,64})$/;
const MOST_VOWELS = 0.3;

/** Keys in a row, which people fill in where a secret would go. */
export const KEYBOARD: RegExp = /qwert|asdf|zxcv/i;

/** Letters of one case that nobody could say, as passwords of mail accounts for apps are: `qhzvkwtmexrbnapj`. */
export function isUnspeakable(value: string): boolean {
  if (!UNSPEAKABLE.test(value) || !/[^aeiouy]{5}/i.test(value)) return false;
  if (isSample(value) || isAlphabet(value)) return false;
  // Words without their vowels, `xmlhttprequestcntrllr`, hardly ever have one of these letters.
  if (!/[jqz]/i.test(value) || KEYBOARD.test(value)) return false;
  const vowels = value.match(/[aeiouy]/gi)?.length ?? 0;
  return vowels <= value.length * MOST_VOWELS && entropy(value) >= 3;
}

/** Whether most letters are neighbours in the alphabet of the ones before: `A1B2C-D3E4F-…`, `bcdfghjklmnpqrstvwxz`. */
export function isAlphabet(letters: string): boolean {
  let next = 0;
  for (let i = 1; i < letters.length; i++) {
    if (Math.abs(letters.charCodeAt(i) - letters.charCodeAt(i - 1)) === 1) next++;
  }
  return next * 2 > letters.length;
}

/** How often the value goes from small letters to capitals to digits, in any order. */
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

/** Digits among the letters, not just behind them. */
function isMixed(piece: string): boolean {
  return changes(piece) >= 3 || /^[0-9a-f]{16,}$/i.test(piece);
}

/** Several short mixed pieces: `61r-h-7_0wp-4vlc3vtbj`. */
function isInPieces(value: string): boolean {
  return value.length >= 20 && changes(value) >= 6 && !hasWord(value);
}

/** Groups as long as each other, most of them with letters and digits: `k3x9qa-m27pzt-vw41ce`; of four, in capitals. */
function isInGroups(groups: readonly string[]): boolean {
  const size = groups[0]?.length ?? 0;
  if (groups.length < 3 || groups.some((group) => group.length !== size)) return false;
  if (size < 5 && (size < 4 || groups.length < 4 || !/^[A-Z0-9]*$/.test(groups.join(""))))
    return false;
  // Parts of one thing, as they are counted: part01-part02-part03.
  if (new Set(groups.map((group) => group.replace(/\d+/g, ""))).size === 1) return false;
  const mixed = groups.filter((group) => changes(group) > 0).length;
  // Of random groups of four, more than one in four has letters or digits alone.
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

/** How often the value goes from a letter to a digit or back. */
export function changes(value: string): number {
  return value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
}

/** A UUID by its form, of any version. */
export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}
