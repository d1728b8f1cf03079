/** Most characters of a local part (RFC 5321, 4.5.3.1). */
const ADDRESS = String.raw`[\w.%+-]{1,64}@[\w-]`;
const NUMBERS = String.raw`\d{1,3}\.\d{1,3}\.\d{1,3}\.\d`;
/** Longer than any group of a number that is written in groups. */
const LONG = String.raw`\w{8}`;

const DASH = "[\u2014\u2015]";
/**
 * One expression, since V8 searches for a single character by the greater byte of it: that of these
 * is the same as the lower one of a space, so it stops at every word.
 */
const ANY_DASH = new RegExp(DASH);
/** Before an address, and between a letter and what is no group of a number. */
const NO_HYPHEN = new RegExp(
  `${DASH}(?=${ADDRESS})|(?<=${LONG})${DASH}(?=[A-Za-z])|(?<=[A-Za-z])${DASH}(?=${LONG})`,
  "g",
);
/** A colon still tells a version: `version—1.2.3.4`. */
const BEFORE_NUMBERS = new RegExp(`(?<=[A-Za-z])${DASH}(?=${NUMBERS})`, "g");

/**
 * The text with other punctuation, at the same offsets, for long dashes that end a part of a
 * sentence: `write to me—jane@example.com—today`. As a hyphen, which long dashes are read as in
 * numbers, they would be a part of the address, or of a token.
 */
export function withSentenceDashes(text: string): string {
  if (!ANY_DASH.test(text)) return text;
  return text.replace(NO_HYPHEN, ",").replace(BEFORE_NUMBERS, ":");
}
