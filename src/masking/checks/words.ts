import { wordSet } from "../text/word-tables.ts";

/**
 * Whether the value is composed of words: `requiredTypesForDisplay`, `how-to-hash-passwords`,
 * `SALES_RESULTS`. Random letters change case and lack vowels too often for that.
 */
export function readsAsWords(value: string): boolean {
  if (/\d/.test(value)) return false;
  const pieces = value
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .split(/[^A-Za-z]+/)
    .filter((piece) => piece !== "");
  const letters = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (pieces.length === 0 || letters / pieces.length < 3.4) return false;
  return letters < LONG || isOneCase(value) || lettersOfWords(pieces) >= letters * 0.65;
}

/** Random values from this length on can split into pieces as long as words. */
const LONG = 20;

function isOneCase(value: string): boolean {
  return value === value.toLowerCase() || value === value.toUpperCase();
}

/** Number of letters in pieces of three or more that contain a vowel and are no abbreviation. */
function lettersOfWords(pieces: readonly string[]): number {
  const words = pieces.filter(
    (piece) => /^(?:[A-Z][a-z]{2,}|[a-z]{3,})$/.test(piece) && /[aeiouy]/i.test(piece),
  );
  return words.reduce((sum, word) => sum + word.length, 0);
}

/** Minimum share of letters within the words of a camel-case name. */
const MOST_LETTERS = 0.75;

/** Parts of names that have no vowel. */
const ABBREVIATIONS = wordSet(`
  aws btn cbc cfg cmd css crt csv ctl ctrl ctx dns dst ftp gcm grp grpc html http https jwt kms
  mgr mp msg nr pdf pkg png prng ptr rng rpc rtp sdk smtp sns sql sqs src srv ssh ssl str svg tcp
  tls tmp udp vpc xhr xml
`);

function isSayable(word: string): boolean {
  return /[aeiouy]/i.test(word) || ABBREVIATIONS.has(word.toLowerCase());
}

/**
 * Whether it looks like the name of a type, function or macro: `resolveAwsSdkSigV4AConfig`. Among
 * random letters, hardly one in three belongs to a capital followed by two or more lower-case
 * letters.
 */
export function isCamelCase(value: string): boolean {
  const found: readonly string[] = value.match(/[A-Z][a-z]{2,}|^[a-z]{2,}/g) ?? [];
  if (found.length <= 2) return false;
  const numbers = value.match(/\d+/g)?.length ?? 0;
  // A name has fewer numbers than words: `Sha256Hmac1`, but not `Kfr5Xub1Gna9Q0`.
  if (numbers > found.length) return false;
  // Among random letters, every third such word has no vowel.
  const words = numbers === 0 ? found : found.filter(isSayable);
  if (words.length <= 2 || numbers > words.length) return false;
  return words.join("").length >= value.replace(/[^A-Za-z]+/g, "").length * MOST_LETTERS;
}
