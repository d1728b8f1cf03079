import { isJumbled } from "../../../checks/disorder.ts";
import { isDrawn, isSurelyDrawn } from "../../../checks/letter-pairs.ts";
import type { Written } from "../name/name.ts";
import { isNamedSo, MEMBER } from "../name/program-names.ts";

/** Minimum length of a token or key of letters only. */
const FEWEST_OF_TOKEN = 10;

/**
 * Whether letters alone are a secret, as random ones are: of values of twelve characters drawn from
 * letters and digits, one in eight has no digit.
 */
export function isOfLetters(value: string, { grade, isQuoted, isText }: Written): boolean {
  if (grade !== "password" && value.length < FEWEST_OF_TOKEN) return false;
  if (grade === "password" && isText && isMixedUp(value)) return true;
  // In code it could be a variable.
  const isLiteral = isQuoted || isText;
  const letters = grade === "password" ? value.replace(SIGN_AT_END, "") : value;
  return (isLiteral ? isDrawn(letters) : isSurelyDrawn(letters)) && !isNamedSo(letters);
}

/** The sign that rules for passwords require, where people and generators put it. */
export const SIGN_AT_END: RegExp = /[!#%*$?]$/;

/** Minimum letters of a password of letters only, and of one with punctuation inside. */
const FEWEST_LETTERS = 12;
const FEWEST_WITH_SIGN = 8;

/** Letters without digits in an order that no name has: `RLhATTAoqvQrx`, `xqXSIew.QdGb!k`. */
function isMixedUp(value: string): boolean {
  const letters = value.replace(/[!@#$%^&*+.?~_-]+/g, "");
  if (letters.length < value.length && letters.length >= FEWEST_WITH_SIGN)
    return /^[A-Za-z]+$/.test(letters) && !MEMBER.test(value) && isJumbled(letters);
  if (value.length < FEWEST_LETTERS || !/^[A-Za-z]+$/.test(value)) return false;
  if (!/[a-z]/.test(value) || !/[A-Z]/.test(value) || !/[^aeiouy]{5}/i.test(value)) return false;
  return sayableIn(value) < value.length * MOST_SAYABLE && !isNamedSo(value);
}

const MOST_SAYABLE = 0.4;

/** How many letters are in pronounceable words. */
function sayableIn(value: string): number {
  const words = value.match(/[A-Z]?[a-z]{3,64}/g) ?? [];
  return words.filter((word) => /[aeiou]/i.test(word)).join("").length;
}
