import type { ScannedText } from "./scanned-text.ts";

/** The number of a commit as Git prints it, which could be a password or an identifier. */
const NUMBER = /^[\da-f]{7,12}$/;
/** How far the lines around it are read: the subjects of commits may be sentences. */
const REACH = 480;

/**
 * Whether a number begins a line of `git log --oneline`: the line before or below begins with
 * another one, which is no National Insurance number.
 */
export function beginsCommitLine(text: ScannedText, start: number, end: number): boolean {
  if (!NUMBER.test(text.slice(start, end)) || text.view.charAt(end) !== " ") return false;
  const before = text.before(start, REACH);
  if (before !== "" && !before.endsWith("\n")) return false;
  const size = end - start;
  const below = text.after(end, REACH).split("\n", 2)[1] ?? "";
  return isOfCommit(before.split("\n").at(-2) ?? "", size) || isOfCommit(below, size);
}

/** A line about another commit, with a number of the same size. */
function isOfCommit(line: string, size: number): boolean {
  const number = line.slice(0, size);
  return line.charAt(size) === " " && NUMBER.test(number) && !PERSONAL.test(number);
}

const PERSONAL = /^(?:[a-z]{2}\d{6}[a-d]|\d+|[a-f]+)$/;
