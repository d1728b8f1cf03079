import { looksRandom } from "../../../checks/disorder.ts";
import { isSample } from "../../../checks/randomness.ts";
import { alternativesOf } from "../../../text/word-tables.ts";
import { TECHNICAL, VARIABLE } from "../name/program-names.ts";
import { looksChosen, looksTyped, looksTypedApart } from "./chosen.ts";
import { isLocation } from "./no-secret.ts";
import { MAX_VALUE } from "./value.ts";

/**
 * Passwords that could be something else in other places: right after a password's name and in
 * quotes, only the value is possible. Placeholders and sentences stay.
 */

/**
 * Placeholders, alone or among other text: `${TOKEN}`, `{{ token }}`, `<your-key>`, `%s`; and
 * calls, references and patterns: `env(TOKEN)`, `[param]`, `$token`, `(?=.*[0-9])`.
 */
const REFERENCE = new RegExp(
  alternativesOf({
    templates: String.raw`[$#%]\{[^}]*\}|\$\([^)]*\)|\{[{%]|[%}]\}|<[^<>]*>|^[({[<].*[)}\]>]$`,
    formats: String.raw`%[({]|%[sdv@](?!\w)|%\d\$|%\w{1,40}%`,
    omissions: String.raw`\*{3}|\.{3}`,
    patterns: String.raw`\(\?|[a-z0-9]-[a-z0-9]\]|\{\d+,`,
    code: String.raw`^[\w.]+\(.*\)$|^\$(?:[a-z_]\w*|[A-Z][A-Z0-9_]*)$`,
    "what is masked already": String.raw`\u007f`,
  }),
);
/** Characters that code and templates begin or end with, and a password may have anywhere. */
const BRACKETS = /[@$(){}<>[\]/]/g;
const MOST_BRACKETS = 4;
/**
 * Code between two literals, the first of which ends with the name: `"&password=" + password$1 +
 * "&user="`.
 */
const IS_BETWEEN = /^ ?[+.&] | [+.&] ?$/;

/** Whether a literal right after a password's name is the password. */
export function isLiteralPassword(value: string): boolean {
  if (value.length < 6 || value.length > 64 || IS_BETWEEN.test(value)) return false;
  const word = value.trim();
  if (/\s/.test(word)) return looksTypedApart(word) || isNumberedApart(word);
  return isBracketed(word) || goesOnBehindAddress(word) || (word !== value && isWord(word));
}

function isWord(value: string): boolean {
  return (looksChosen(value) || looksTyped(value) || looksRandom(value)) && !isSample(value);
}

/**
 * `(Falcon4631`, `Fal46(con)31`, `/Falcon4631`: a password by its other characters, and not a path.
 */
function isBracketed(value: string): boolean {
  if (REFERENCE.test(value) || value.indexOf("/", 1) > 0) return false;
  const plain = value.replace(BRACKETS, "");
  const signs = value.length - plain.length;
  return signs > 0 && signs <= MOST_BRACKETS && !VARIABLE.test(plain) && isWord(plain);
}

const ADDRESS = /[\w.%+-]{1,64}@[A-Za-z][\w-]{0,62}(?:\.[A-Za-z][\w-]{1,62}){1,4}/;
/** Separators and wrappers of addresses, and what follows a host. */
const AROUND_ADDRESS = /[\s,;:/<>()[\]{}"'\\|]/;

/** `jane@example.com!4631`: an e-mail address and more, in one word. */
export function goesOnBehindAddress(value: string): boolean {
  if (value.length > MAX_VALUE || !value.includes("@") || AROUND_ADDRESS.test(value)) return false;
  const rest = value.replace(ADDRESS, "");
  return rest !== value && /[A-Za-z0-9]/.test(rest);
}

/** Grouped digits, as on cards, which count as one word. */
const GROUPS = /\d{3,6}(?: \d{3,6}){2,4}/g;
const LETTERS_AND_DIGITS = /^[A-Za-z]+\d[A-Za-z0-9]*$/;
/** Most words of a password in which one word has a number; anything longer is a title. */
const MOST_NUMBERED_WORDS = 3;

/** `Falcon463 mead 78`: few words, one of letters and digits; not a measure or an edition. */
function isNumberedApart(value: string): boolean {
  const words = value.replace(GROUPS, "0").split(/ +/);
  if (words.length > MOST_NUMBERED_WORDS || REFERENCE.test(value) || VARIABLE.test(value))
    return false;
  const digits = value.replace(/\D/g, "").length;
  return words.some(
    (word) =>
      LETTERS_AND_DIGITS.test(word) &&
      !TECHNICAL.test(word) &&
      (digits >= 8 || (word.length >= 5 && digits >= 4)),
  );
}

/** A word with a number, a dot and two letters; not a source file and not a member. */
const DOTTED =
  /^[A-Za-z]{2,24}\d{3,8}\.(?!(?:rs|rb|sh|cs|db|gz|xz|kt|pl|so|hs|tf|ps|id|at|is)$)[A-Za-z]{2}$/;

/** `marlinQR463.xy`, as generators of pronounceable passwords make them. */
export function isDottedWord(value: string): boolean {
  return (
    DOTTED.test(value) && !VARIABLE.test(value) && !TECHNICAL.test(value) && !isLocation(value)
  );
}
