/**
 * How rows describe where a command or a call takes a password: the row, and the parts that most
 * rows are made of.
 */

/** How a command, a statement or a line of configuration takes a password. */
export interface GivenPassword {
  /** What it begins with, at least three characters, in any case. */
  readonly mark: string;
  /** What is between the mark and the password, which is the group. Every quantifier is bounded. */
  readonly rest: RegExp;
  /** What counts as a password if anything else is possible there. Default: `isGiven`. */
  readonly isPassword?: (value: string) => boolean;
  /** How many passwords may follow one another: `-A … -X …`. Default: 1. */
  readonly many?: number;
  /** A condition on the text before the mark, the password, and what is between. Default: none. */
  readonly isBehind?: (before: string, value: string, between: string) => boolean;
}

/** A quote, plain or as it appears in quoted text: commands occur in JSON, too. */
export const MARK = String.raw`\\{0,3}["']`;
/** One word, which in quotes may have what ends it otherwise: `'Jo<pgc|9t'`. */
const VALUE = String.raw`(?:${MARK})?((?<=["'])(?![<>|;]|&lt;)[^\s"'\\]{4,128}(?=${MARK})|[^\s"'\`<>|\\;]{4,128})`;
/** The argument before, which is a user name, and the quote that opens the password. */
export const QUOTED_NAME = String.raw`${MARK}[^"'\n]{1,64}["'], ?(?=${MARK})`;
/** The quote that opens the password; without it, the argument would be a variable. */
export const QUOTE = `b?(?=${MARK})`;
/** Other arguments of the same command. */
const ARGUMENTS = String.raw`(?:[^\n|;&]{0,160}?[ \t])?`;
/** The value of an option, anywhere among the arguments of its command. */
export const argument = (option: string): RegExp =>
  new RegExp(`${ARGUMENTS}${option}${VALUE}`, "y");
/** The value after `words`. */
export const next = (words: string): RegExp => new RegExp(`${words}${VALUE}`, "iy");

/** The value of a literal after `words`, which may have spaces. */
export const literal = (words: string): RegExp =>
  new RegExp(`${words}b?${MARK}([^"'\\n\\u007f]{4,128}?)(?=${MARK})`, "iy");

/** A row for each of the marks, separated by bars, that a password follows in the same way. */
export function alike(marks: string, row: Omit<GivenPassword, "mark">): GivenPassword[] {
  return marks.split("|").map((mark) => ({ mark, ...row }));
}
