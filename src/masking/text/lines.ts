/** How detectors read lines, in plain texts and in texts quoted within others. */

/**
 * A line break, plain or escaped up to three times: a message in JSON in JSON in JSON. The text that
 * detectors read has no marks of quoted mail behind plain ones.
 */
export const BREAK = String.raw`(?:\r?\n|(?:\\{1,4}r)?\\{1,4}n(?:> ){0,4})`;

/** The rest of a line of at most `length` UTF-16 units, up to its line break. */
export function restOfLine(length: number): string {
  return String.raw`(?:[^\n\\]|\\(?!n)){0,${length}}`;
}

/** The rest of a short line. */
export const REST_OF_LINE = restOfLine(80);

/** The end of a line, or of the literal around it. */
export const LINE_END = String.raw`(?:${BREAK}|\\{0,7}["'\`]|$)`;

/**
 * The beginning of a line, or of the literal around it. The `n` of an escaped line break looks like
 * part of the next word, so the break is recognized by its backslash alone.
 */
export const LINE_START = String.raw`(?:^|\n|\\n|(?<=(?:^|[\s:,[({=])\\{0,7})["'\`]|\\(?=$))`;
