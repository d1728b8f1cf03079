import { changes, isJumbled } from "../../../checks/disorder.ts";
import { matchAt } from "../../../pattern/sticky.ts";
import { codeAt } from "../../../text/chars.ts";
import type { ScannedText } from "../../../text/scanned-text.ts";
import type { Stretch } from "../../../text/stretch.ts";
import { alternativesOf } from "../../../text/word-tables.ts";
import type { Assignment } from "../assignment.ts";
import type { Grade } from "../name/name.ts";
import { ENVIRONMENT_NAME } from "../name/program-names.ts";
import {
  isBriefPhrase,
  isJoinedPhrase,
  isPlainPhrase,
  isTwoWords,
  isWordsOfKey,
} from "./chosen.ts";
import { goesOnBehindAddress, isLiteralPassword } from "./literal.ts";

/**
 * Names of values that may be words with spaces, and with dashes. `pass` and `passwd` alone also
 * name tests and settings.
 */
const OF_PHRASE = /phrase$/i;
const OF_WORDS = new RegExp(
  `(?:${alternativesOf({
    en: "phrase|password|(?:^|[._-])p(?:w|wd|sk)",
    "next to what it logs in to":
      "(?:db|admin|root|ftp|smtp|mail|user|mysql|postgres|vpn)[._-]?(?:pass|passwd|pwd|pw)",
    "de, nl": "passwort|kennwort|wachtwoord",
    "fr, es, pt": "mdp|passe|contrase[nñ]a|senha",
    "sv, nb, da": "(?:lösen|pass)ord(?:et)?|adgangskoden?|kodeord",
    fi: "salasana",
    "pl, cs, sl": "has[łl]o|heslo|geslo",
    "it, ro, hr": "parola|lozinka",
    "any other alphabet": "[^\\0-\\x7f]",
  })})$`,
  "i",
);
/** In an environment, all of these name passwords. */
const OF_ENVIRONMENT = /(?:PASSPHRASE|PASSWORD|PASSWD|PWD|PASS|PW)$/;
function isOfEnvironment(name: string): boolean {
  return ENVIRONMENT_NAME.test(name) && OF_ENVIRONMENT.test(name);
}

const PASS = /^pass(?:wd)?$/i;
/** The user who logs in with it. */
const USER =
  /(?:user(?:name)?|login|e?mail)\\{0,3}["']?[ \t]{0,2}[:=][^\n]{1,64}(?:\s{1,24}|,)\\{0,3}["']?$/i;
const USER_REACH = 120;
/** A variable that is initialized with it. */
const DECLARED = /(?:char ?\*? ?|[Ss]tring |&str |const |let |var |val |final )$/;

/** What signs cookies, sessions and tokens: the value is the secret itself, never its location. */
const OF_SIGNER = /(?:jwt|token|session|cookie|csrf|hmac|signing|nextauth)[._-]?secret$/i;

/** An assignment, its name and its grade. */
export interface Named {
  readonly name: Stretch;
  readonly assignment: Assignment;
  readonly grade: Grade;
}

/**
 * Whether a value is a secret by its name and its form alone, although it could be anything without
 * them: `password = "Fal con#4631"`, quoted, of words, or around an e-mail address, and assigned to
 * its name.
 */
export function isWhole(text: ScannedText, { name, assignment, grade }: Named): boolean {
  if (grade === "secret") return isOfWords(text, name, assignment);
  if (grade === "weak") return isBriefKey(text, name, assignment);
  return grade === "password" && isPassword(text, name, assignment);
}

/** Fifty of the characters from which Django draws its keys, in an environment as well. */
const DJANGO_KEY = /^(?=.{0,49}\d)(?=.{0,49}[!@#$%^&*(])[a-z0-9!@#$%^&*(\-_=+)]{50}$/;

/** A signing secret of words: `JWT_SECRET=copper-meadow-vase`. */
function isOfWords(text: ScannedText, name: Stretch, assignment: Assignment): boolean {
  const { start, end, isQuoted, behind } = assignment;
  if (behind.symbol === undefined || !/[:=]/.test(behind.symbol)) return false;
  const given = text.slice(name.start, name.end);
  if (given === "SECRET_KEY" && DJANGO_KEY.test(text.slice(start, end))) return true;
  if (!OF_SIGNER.test(given) || !(isQuoted || ENVIRONMENT_NAME.test(given))) return false;
  // Underscores join identifiers as well, but after a name of an environment variable no value is
  // code.
  const value = text.slice(start, end);
  return isWordsOfKey(ENVIRONMENT_NAME.test(given) ? value.replaceAll("_", "-") : value);
}

/** `DATA_KEY="…"` of ten or more characters, which could be a word elsewhere. */
function isBriefKey(
  text: ScannedText,
  name: Stretch,
  { start, end, isQuoted }: Assignment,
): boolean {
  if (!isQuoted || end - start < FEWEST_OF_KEY || end - start > MOST_OF_KEY) return false;
  const given = text.slice(name.start, name.end);
  if (!ENVIRONMENT_NAME.test(given) || !given.endsWith("_KEY")) return false;
  const value = text.slice(start, end);
  return (
    isJumbled(value) && (changes(value) > 2 || /^(?=.{0,9}[^aeiouy]{6})[A-Za-z]+$/i.test(value))
  );
}

const FEWEST_OF_KEY = 10;
const MOST_OF_KEY = 16;

function isPassword(text: ScannedText, name: Stretch, assignment: Assignment): boolean {
  const { start, end, isQuoted, isElement, behind } = assignment;
  const isApart = behind.space !== undefined;
  if (isApart && !isQuoted) return false;
  const value = text.slice(start, end);
  const given = text.slice(name.start, name.end);
  if (isPlainPhrase(value)) {
    if (value.includes(" ")) return OF_PHRASE.test(given);
    const before = text.before(name.start, USER_REACH);
    return (
      OF_WORDS.test(given) ||
      isOfEnvironment(given) ||
      (PASS.test(given) && (USER.test(before) || DECLARED.test(before)))
    );
  }
  if (isApart) return false;
  if (OF_PHRASE.test(given) && isJoinedPhrase(value)) return true;
  if (isBriefPhrase(value) || (behind.symbol === "=" && isTwoWords(value)))
    return isOfEnvironment(given);
  return isQuoted || isElement ? isLiteralPassword(value) : goesOnBehindAddress(value);
}

/** A line of words, up to its end. */
const LINE_OF_WORDS = /[a-z]{3,12}(?: [a-z]{3,12}){3,7}(?=[ \t]{0,4}(?:\r?\n|$))/y;

/**
 * The end of an unquoted phrase whose name announces one: `GPG_PASSPHRASE=copper meadow …`;
 * otherwise `end`.
 */
export function phraseEnd(
  text: ScannedText,
  name: Stretch,
  { start, end, behind }: Assignment,
): number {
  if (behind.symbol === undefined || codeAt(text, end) !== SPACE) return end;
  if (!OF_PHRASE.test(text.slice(name.start, name.end))) return end;
  const words = matchAt(LINE_OF_WORDS, text.view, start)?.[0];
  return words !== undefined && isPlainPhrase(words) ? start + words.length : end;
}

const SPACE = 32;
