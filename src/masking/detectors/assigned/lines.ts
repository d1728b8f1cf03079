/** How detectors read lines, in texts as they are and in those that are quoted in others. */

/** A line break, as it is or escaped, three times at most: a message in JSON in JSON in JSON. */
export const BREAK = String.raw`(?:\r?\n|(?:\\{1,4}r)?\\{1,4}n)`;

/** The rest of a short line, up to its break. */
export const REST_OF_LINE = String.raw`(?:[^\n\\]|\\(?!n)){0,80}`;

/** Where a line ends, or the literal it stands in. */
export const LINE_END = String.raw`(?:${BREAK}|\\{0,7}["'\`]|$)`;

/**
 * Where a line begins, or the literal it stands in. The `n` of an escaped break seems to belong to the
 * word behind it: of the break, the word has the backslash before it.
 */
export const LINE_START = String.raw`(?:^|\n|\\n|(?<=(?:^|[\s:,[({=])\\{0,7})["'\`]|\\(?=$))`;
