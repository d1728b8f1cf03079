import { isShuffled, isUnspeakable, looksRandom } from "../../../checks/disorder.ts";
import { isDrawn, isSurelyDrawn } from "../../../checks/letter-pairs.ts";
import { isPublicPoint } from "../../../checks/public-point.ts";
import { isSample } from "../../../checks/randomness.ts";
import { classAt, DIGIT, LOWER, SPACE, UPPER } from "../../../text/chars.ts";
import type { ScannedText } from "../../../text/scanned-text.ts";
import type { Stretch } from "../../../text/stretch.ts";
import type { Grade, Written } from "../name/name.ts";
import { isChosen, isShortPassphrase, looksChosen, looksTyped } from "./chosen.ts";
import { isLabel, isMessage } from "./messages.ts";
import { isConstant, isHash, isLocation, isReserved, isTemplate } from "./no-secret.ts";
import { isLongNoise, isNoise, UNUSUAL } from "./noise.ts";

/** Longest value that counts as one secret. */
export const MAX_VALUE = 512;

/** Minimum length of a value, by grade. */
const LEAST: Readonly<Record<Grade, number>> = {
  password: 6,
  secret: 8,
  spoken: 8,
  weak: 14,
  bare: 20,
};

/**
 * A quick check that most values in code fail: enough characters, no space, and a digit, or mixed
 * case, or punctuation for a password; or letters that form no word.
 */
export function mayBeSecret(text: ScannedText, { start, end }: Stretch, grade: Grade): boolean {
  if (end - start < LEAST[grade] || end - start > MAX_VALUE) return false;
  let kinds = 0;
  let signs = 0;
  for (let i = start; i < end; i++) {
    const kind = classAt(text, i);
    kinds |= kind;
    if (kind === 0) signs++;
  }
  if ((kinds & SPACE) !== 0) return false;
  if ((kinds & DIGIT) !== 0 || (signs > 0 && grade === "password")) return true;
  if ((kinds & LOWER) !== 0 && (kinds & UPPER) !== 0) return true;
  if (signs > 0 || grade === "bare") return false;
  const letters = text.slice(start, end);
  return isUnspeakable(letters) || isDrawn(letters);
}

/** From this length on, a random value is complete even if dots follow. */
const MOST_CUT_OFF = 24;

/**
 * Whether only the beginning of a value is shown: `0a1b2c...`. After a complete value, the dots
 * belong to the sentence.
 */
export function isCutOff(text: ScannedText, start: number, end: number): boolean {
  if (!text.view.startsWith("...", end)) return false;
  const value = text.slice(start, end);
  return !(looksTyped(value) || (value.length >= MOST_CUT_OFF && looksRandom(value)));
}

/** A slash as PHP escapes it in JSON. */
const ESCAPED_SLASH = "\\/";

/** Whether `value` is a secret, given its grade and how it was written. */
export function isSecretValue(value: string, written: Written): boolean {
  if (value.length > MAX_VALUE || isPublicPoint(value)) return false;
  if (value.includes(ESCAPED_SLASH))
    return isSecretValue(value.replaceAll(ESCAPED_SLASH, "/"), written);
  if (isOfGenerator(value, written)) return true;
  if (isTemplate(value) || isReserved(value) || isSample(value)) return false;
  if (isMessage(value) || isLabel(value)) return false;
  if (isLocation(value) && !isBase64(value)) return false;
  if (isUnspeakable(value)) return written.grade !== "bare";
  if (written.grade !== "password" && (isConstant(value) || DIGEST.test(value))) return false;
  switch (written.grade) {
    case "password":
      return looksRandom(value) || isChosen(value, 6, written);
    case "secret":
      return looksRandom(value) || isChosen(value, 8, written) || /^\d{15,40}$/.test(value);
    case "spoken":
      return (
        looksRandom(value) ||
        looksTyped(value) ||
        (written.isText && (looksChosen(value) || isShortPassphrase(value)))
      );
    case "weak":
      if ((written.isQuoted || written.isText) && isLongDrawn(value)) return true;
      return looksRandom(value) && !isResourceName(value) && !FINGERPRINT.test(value);
    case "bare":
      return looksRandom(value) && value.length >= 20 && !isHash(value) && /[A-Z]/.test(value);
  }
}

/** Whether a password generator drew the value from the whole keyboard. */
function isOfGenerator(value: string, { grade, isQuoted, isText }: Written): boolean {
  if (grade === "password") return isNoise(value, isQuoted || isText);
  if (grade === "spoken" || grade === "bare") return false;
  if (grade === "weak" && !isLongMix(value, isQuoted)) return false;
  if (isQuoted && isLongNoise(value)) return true;
  return (isQuoted || isText) && isNoise(value, false);
}

/**
 * Behind a name that could be of something else: with a digit, and unquoted with a sign that types
 * in the comments of code do not have, `token (Dict[str,Int32]):`.
 */
function isLongMix(value: string, isQuoted: boolean): boolean {
  return value.length >= LEAST.weak && /\d/.test(value) && (isQuoted || UNUSUAL.test(value));
}

/** Minimum letters of a key whose name could be of something else. */
const FEWEST_OF_WEAK = 14;

function isLongDrawn(value: string): boolean {
  return value.length >= FEWEST_OF_WEAK && isSurelyDrawn(value);
}

/** Paths do not have digits and capitals throughout, and do not end in `=`. */
function isBase64(value: string): boolean {
  return (
    /^[A-Za-z0-9+/]{30,512}={1,2}$/.test(value) ||
    (/^[A-Za-z0-9+/]{30,512}$/.test(value) && isShuffled(value))
  );
}

/** Fingerprint of a key or a certificate, which tools print for public comparison. */
const FINGERPRINT = /^[\da-f]{2}(?::[\da-f]{2}){7,63}$/i;

/** The same as OpenSSH prints it: the name of the digest, and base64 of as many bytes as it has. */
const DIGEST =
  /^(?:MD5:[\da-f]{2}(?::[\da-f]{2}){15}|(?:SHA1:[\w+/]{27}|SHA256:[\w+/]{43}|SHA384:[\w+/]{64}|SHA512:[\w+/]{86})={0,2})$/;

/**
 * `us-east-1:123456789012:vpc/vpc-0a1b2c`: words and identifiers joined by colons and slashes;
 * base64 has slashes as well.
 */
function isResourceName(value: string): boolean {
  return /(?:[:/][^:/]*){2}/.test(value) && /^[a-z][\w-]*[:/]/.test(value) && !isBase64(value);
}
