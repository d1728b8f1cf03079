import { isJumbled, isUnspeakable, looksRandom } from "../../checks/disorder.ts";
import { isDrawn } from "../../checks/letter-pairs.ts";
import {
  isExclaimed,
  isPair,
  isPassphrase,
  isPlainPhrase,
  looksChosen,
  looksTyped,
} from "../assigned/chosen.ts";
import { goesOnBehindAddress } from "../assigned/literal.ts";
import { isNamedSo, TECHNICAL } from "../assigned/program-names.ts";
import { isSecretValue } from "../assigned/value.ts";

/** Fewest letters of a phrase of four words. */
const FEWEST_OF_PHRASE = 15;

/** Whether a value that stands where a command or a call takes its password can be one. */
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

/** One among its letters, as generators put it there. */
const SIGN = /(?<=\w)[!#%^*@$?](?=\w)/;

/** Capitals and small letters in no order, or signs in more places than one: no word and no name of a variable. */
function isWithoutDigits(value: string): boolean {
  if ((value.length >= 12 && isJumbled(value.replace(SIGN, ""))) || isExclaimed(value)) return true;
  if (isDrawn(value)) return true;
  return /^[A-Za-z]+[!#%^*@][A-Za-z]+[!#%^*@][A-Za-z!#%^*@]+$/.test(value);
}

/** Names of what there is one of each year. */
const YEARLY = /(?:19|20)\d\d[a-z]?$/;

/** `Markus_1969`: what begins with a capital, and the year that somebody was born in; reports and versions are of later ones. */
const NAME_AND_YEAR = /^[A-Z][a-z]{3,11}[_.-]?19[3-9]\d$/;

function isNameAndYear(value: string): boolean {
  return NAME_AND_YEAR.test(value) && !isNamedSo(value);
}

/** What no variable, port, profile or table is called, where all of these may stand. */
export function looksPersonal(value: string): boolean {
  if (looksTyped(value) || isPassphrase(value)) return true;
  if (/[A-Z]/.test(value) && isPair(value)) return true;
  if (isNameAndYear(value)) return true;
  return looksChosen(value) && !value.includes("_") && !YEARLY.test(value);
}

const BEGINS_TECHNICAL = new RegExp(`^(?:a\\d{3}|utf8|${TECHNICAL.source})|GCM|CBC`, "i");

/** Names of algorithms, modes and encodings, which calls take as well: `SHA256withRSA`, `A256GCMKW`. */
export function namesAlgorithm(value: string): boolean {
  return BEGINS_TECHNICAL.test(value) && !/[!#%^*$&?]/.test(value) && !looksRandom(value);
}
