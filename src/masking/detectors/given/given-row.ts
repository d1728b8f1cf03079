/** How rows say where a command or a call takes a password: the row, and what most of them are made of. */

/** How a command, a statement or a line of a configuration is given a password. */
export interface GivenPassword {
  /** What it begins with, three characters or more; any case. */
  readonly mark: string;
  /** What stands between the mark and the password, which is the group. Every quantifier is bounded. */
  readonly rest: RegExp;
  /** What is one there, where anything else may stand as well. Default: `isGiven`. */
  readonly isPassword?: (value: string) => boolean;
  /** How many passwords it may have, one behind the other: `-A … -X …`. Default: 1. */
  readonly many?: number;
  /** What must be true of the line up to the mark. Default: nothing. */
  readonly isBehind?: (before: string) => boolean;
}

/** A quote, as it stands in a text that is quoted itself, or as it is: commands come in JSON, too. */
export const MARK = String.raw`\\{0,3}["']`;
/** A value in quotes, or one word. */
const VALUE = String.raw`(?:${MARK})?([^\s"'\`<>|\\;]{4,128})`;
/** Somebody's name as the argument before, and the quote that opens the password. */
export const QUOTED_NAME = String.raw`${MARK}[^"'\n]{1,64}["'], ?(?=${MARK})`;
/** The quote that opens the password, which would be a variable without it. */
export const QUOTE = `b?(?=${MARK})`;
/** Other arguments of the same command. */
const ARGUMENTS = String.raw`(?:[^\n|;&]{0,160}?[ \t])?`;
/** The value of an option, wherever among the arguments of its command. */
export const argument = (option: string): RegExp =>
  new RegExp(`${ARGUMENTS}${option}${VALUE}`, "y");
/** The value behind `words`. */
export const next = (words: string): RegExp => new RegExp(`${words}${VALUE}`, "iy");

/** A row for each of the marks, with bars between them, that a password follows in the same way. */
export function alike(marks: string, row: Omit<GivenPassword, "mark">): GivenPassword[] {
  return marks.split("|").map((mark) => ({ mark, ...row }));
}
