import { isJumbled, isUnspeakable, looksRandom } from "../../checks/disorder.ts";
import { isDrawn } from "../../checks/letter-pairs.ts";
import { isNamedSo, TECHNICAL } from "../assigned/name/program-names.ts";
import {
  isExclaimed,
  isPair,
  isPassphrase,
  isPlainPhrase,
  looksChosen,
  looksTyped,
} from "../assigned/value/chosen.ts";
import { SIGN_AT_END } from "../assigned/value/letters-only.ts";
import { goesOnBehindAddress } from "../assigned/value/literal.ts";
import { isSecretValue } from "../assigned/value/value.ts";
import { isOfSystem } from "./no-password.ts";

/** Minimum length of a phrase of four words. */
const FEWEST_OF_PHRASE = 15;

/** Whether a value in the place where a command or a call takes its password can be one. */
export function isGiven(value: string): boolean {
  const isPlausible =
    /[A-Za-z]/.test(value) && value.length >= 6 && (/\d/.test(value) || isWithoutDigits(value));
  if (goesOnBehindAddress(value) || isUnspeakable(value)) return true;
  if (value.length >= FEWEST_OF_PHRASE && isPlainPhrase(value)) return true;
  if (/^\$\d\w?\$/.test(value)) return isPlausible;
  return (
    isPlausible &&
    (looksTyped(value) ||
      isPassphrase(value) ||
      isSecretValue(value, { grade: "password", isQuoted: true, isText: true }))
  );
}

/** The same, or a key that a machine has made. */
export function isGivenOrRandom(value: string): boolean {
  return isGiven(value) || looksRandom(value);
}

/** Most words of a password with spaces; anything longer is a sentence. */
const MOST_WORDS = 4;

/** The same of a value that may have spaces: one of its words is enough. */
export function isGivenPhrase(value: string): boolean {
  const words = value.split(" ");
  return words.length <= MOST_WORDS ? words.some(isGiven) : isGiven(value);
}

/** Punctuation between other characters, as generators place it. */
const SIGN = /(?<=\w)[!#%^*@$?](?=\w)/;

/**
 * Mixed case in random order, or punctuation in several places: not a word and not an identifier.
 */
function isWithoutDigits(value: string): boolean {
  if ((value.length >= 12 && isJumbled(value.replace(SIGN, ""))) || isExclaimed(value)) return true;
  if (isDrawn(value.replace(SIGN_AT_END, ""))) return true;
  return /^[A-Za-z]+[!#%^*@][A-Za-z]+[!#%^*@][A-Za-z!#%^*@]+$/.test(value);
}

/** Names of things that exist once per year. */
const YEARLY = /(?:19|20)\d\d[a-z]?$/;

/** `Markus_1969`: a capitalized name and a year of birth; reports and versions have later years. */
const NAME_AND_YEAR = /^[A-Z][a-z]{3,11}[_.-]?19[3-9]\d$/;

function isNameAndYear(value: string): boolean {
  return NAME_AND_YEAR.test(value) && !isNamedSo(value);
}

/**
 * What no variable, port, profile or table is called, for places where all of these are possible.
 */
export function looksPersonal(value: string): boolean {
  if (looksTyped(value) || isPassphrase(value)) return true;
  if (/[A-Z]/.test(value) && isPair(value)) return true;
  if (isNameAndYear(value)) return true;
  return looksChosen(value) && !value.includes("_") && !YEARLY.test(value);
}

/** What a person has chosen, or a machine has made. */
export function isPersonal(value: string): boolean {
  return looksPersonal(value) || looksRandom(value);
}

/** The same, and words with a number, which stand for nothing else behind such a name. */
export function isPersonalOrChosen(value: string): boolean {
  return isPersonal(value) || looksChosen(value);
}

/** What a person has chosen, for places where programs and systems are named as well. */
export function isSurelyPersonal(value: string): boolean {
  return looksPersonal(value) && !isNamedSo(value) && !isOfSystem(value);
}

const BEGINS_TECHNICAL = new RegExp(`^(?:a\\d{3}|utf8|${TECHNICAL.source})|GCM|CBC`, "i");

/**
 * Names of algorithms, modes and encodings, which calls take as well: `SHA256withRSA`, `A256GCMKW`.
 */
export function namesAlgorithm(value: string): boolean {
  return BEGINS_TECHNICAL.test(value) && !/[!#%^*$&?]/.test(value) && !looksRandom(value);
}
