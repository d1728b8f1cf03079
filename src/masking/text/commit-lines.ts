import type { ScannedText } from "./scanned-text.ts";

/** The number of a commit as Git prints it, which could be a password or an identifier. */
const NUMBER = /^[\da-f]{7,12}$/;
/** How far the lines around it are read: the subjects of commits may be sentences. */
const REACH = 480;

/**
 * Whether a number begins a line of `git log --oneline`: the line before begins with another one,
 * which is no National Insurance number.
 */
export function goesOnInLog(text: ScannedText, start: number, end: number): boolean {
  if (!mayBeCommit(text, start, end)) return false;
  const before = text.before(start, REACH);
  return before.endsWith("\n") && isOfCommit(before.split("\n").at(-2) ?? "", end - start);
}

/** The same of the first line, by the one below. */
export function beginsLog(text: ScannedText, start: number, end: number): boolean {
  if (!mayBeCommit(text, start, end)) return false;
  const before = text.before(start, 1);
  if (before !== "" && before !== "\n") return false;
  return isOfCommit(text.after(end, REACH).split("\n", 2)[1] ?? "", end - start);
}

function mayBeCommit(text: ScannedText, start: number, end: number): boolean {
  return NUMBER.test(text.slice(start, end)) && text.view.charAt(end) === " ";
}

/** A line about another commit, with a number of the same size. */
function isOfCommit(line: string, size: number): boolean {
  const number = line.slice(0, size);
  return line.charAt(size) === " " && NUMBER.test(number) && !PERSONAL.test(number);
}

const PERSONAL = /^(?:[a-z]{2}\d{6}[a-d]|\d+|[a-f]+)$/;
