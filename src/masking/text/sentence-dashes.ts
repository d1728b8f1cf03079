/** Most characters of a local part (RFC 5321, 4.5.3.1). */
const ADDRESS = String.raw`[\w.%+-]{1,64}@[\w-]`;
const NUMBERS = String.raw`\d{1,3}\.\d{1,3}\.\d{1,3}\.\d`;

/** A long dash before an address of mail or of a host. */
const DASH = "[\u2014\u2015]";
const BEFORE_ADDRESS = new RegExp(`${DASH}(?=${ADDRESS})`, "g");
const BEFORE_NUMBERS = new RegExp(`(?<=[A-Za-z])${DASH}(?=${NUMBERS})`, "g");

/**
 * The text with other punctuation, at the same offsets, for long dashes that end a part of a
 * sentence: `write to me—jane@example.com—today`. As a hyphen, which long dashes are read as, they
 * would be a part of the address.
 */
export function withSentenceDashes(text: string): string {
  if (!text.includes("\u2014") && !text.includes("\u2015")) return text;
  return text.replace(BEFORE_ADDRESS, ",").replace(BEFORE_NUMBERS, ":");
}
