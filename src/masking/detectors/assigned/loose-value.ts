import { isUnspeakable, looksRandom } from "../../checks/disorder.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import { isGiven } from "../given/given-value.ts";
import { isAfterUser } from "./around-name.ts";
import {
  isNumberedName,
  isPair,
  isPassphrase,
  isPlainPhrase,
  looksChosen,
  looksTyped,
} from "./chosen.ts";
import type { Grade } from "./name.ts";
import { isSecretValue } from "./value.ts";

/** With only whitespace between name and value, the value must look random by itself. */
export function isLooseSecret(value: string, grade: Grade): boolean {
  const looseGrade = grade === "bare" ? "bare" : "weak";
  return (
    isSecretValue(value, { grade: looseGrade, isQuoted: false, isText: true }) &&
    (looksRandom(value) || isUnspeakable(value))
  );
}

/** A password in running text: with punctuation in it, introduced, or after a user name. */
export function isLoosePassword(text: ScannedText, nameStart: number, value: string): boolean {
  return (
    looksTyped(value) ||
    isPassphrase(value) ||
    (isIntroduced(text, nameStart, value) &&
      (looksChosen(value) || isPair(value) || isNumberedName(value))) ||
    (isAfterUser(text, nameStart) && (looksChosen(value) || isGiven(value) || isPlainPhrase(value)))
  );
}

// `use password …`, `mit dem Passwort …`, and a directive: the name, of two words at most, begins
// its line, and the value ends it.
const INTRODUCES =
  /(?<![A-Za-z])(?:us(?:e|ing)|with|mit(?: dem| der)?|met|con(?: la)?|avec(?: le)?|com a|y|e(?: a)?|et(?: le)?|en|und|and|новый|мой|наш|ваш|твой|мій|मेरा|हमारा|नया|का|new|neues?) (?:the |this )?$/i;
/** Turkish possessive endings, which need no verb after the name. */
const POSSESSED = /^(?:şifre[ms]|parola[ms])/i;
const BEGINS_LINE = /(?:^|\n)[ \t]{0,12}(?:[A-Za-z][\w.-]{1,16} )?$/;
const ENDS_LINE = /^[ \t]{0,4};?[ \t]{0,4}\r?(?:\n|$)/;

function isIntroduced(text: ScannedText, nameStart: number, value: string): boolean {
  const before = text.slice(Math.max(0, nameStart - 24), nameStart);
  if (INTRODUCES.test(before) || POSSESSED.test(text.slice(nameStart, nameStart + 7))) return true;
  const end = text.slice(nameStart, nameStart + MAX_LINE).indexOf(value) + value.length;
  return (
    BEGINS_LINE.test(before) && ENDS_LINE.test(text.slice(nameStart + end, nameStart + end + 12))
  );
}

/** Longest line of a directive. */
const MAX_LINE = 120;
