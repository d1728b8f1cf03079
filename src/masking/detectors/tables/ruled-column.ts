import { codeAt } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import type { Stretch } from "../../text/stretch.ts";
import type { CellKind } from "./columns.ts";

/** Maximum length of a line, and maximum number of rows in a table. */
const MAX_LINE = 240;
const MAX_ROWS = 200;

/** A rule: one run of dashes per column, below headers aligned with spaces. */
const RULE = /^[ \t]{0,8}[-=]{2,80}(?: {1,8}[-=]{2,80}){1,16}[ \r]*$/;

/**
 * Headers aligned with spaces, without a rule below, as programs print them: kubectl in capitals,
 * `column -t` as they are, data frames at the right edge of their columns.
 */
const HEADS =
  /^ {0,40}(?:[A-Za-z][A-Za-z_-]{0,30}(?: [A-Za-z]{1,20}){0,2} {2,60}){1,16}[A-Za-z][A-Za-z_-]{0,30}(?: [A-Za-z]{1,20}){0,2}[ \r]*$/;
/** Maximum number of consecutive rows without a value below such headers. */
const MAX_BARREN = 8;

/** Whether a word begins at `column`, after two spaces or at the start of the line. */
function startsCell(line: string, column: number): boolean {
  const before = line.slice(Math.max(0, column - 2), column);
  return /\S/.test(line.charAt(column)) && (column === 0 || before === "  ");
}

/** Whether a word ends at `column`, before two spaces or at the end of the line. */
function endsCell(line: string, column: number): boolean {
  return (
    /\S/.test(line.charAt(column - 1)) && /^(?: {2}|\s*$)/.test(line.slice(column, column + 2))
  );
}

/** What a cell consists of: one word, or words with single spaces between them. */
const WORD = { first: /^\s*(\S+)/, last: /(\S+)$/ };
const WORDS = { first: /^\s*(\S+(?: \S+)*)/, last: /(\S+(?: \S+)*)$/ };

/** Whether a line break or the gap before another header may follow the name that ends at `end`. */
export function mayBeRuled(text: ScannedText, end: number): boolean {
  const next = codeAt(text, end);
  return next === 32 ? " \r".includes(text.view.charAt(end + 1)) : next < 32;
}

/** How the values of a column are judged, and whether they may contain spaces. */
interface Reading {
  readonly judge: (cell: Stretch) => CellKind;
  readonly hasSpaces?: boolean;
}

/**
 * Reads the column of a header whose width is given by a rule, as in tables printed in terminals, or
 * at whose beginning or end the values begin or end:
 *
 *     Username  Password
 *     --------  --------
 *     admin     …
 */
export function readRuledColumn(text: ScannedText, head: Stretch, reading: Reading): void {
  const headEnd = lineEnd(text, head.end);
  if (headEnd < 0) return;
  const ruleEnd = lineEnd(text, headEnd + 1);
  const rule = ruleEnd < 0 ? "" : text.slice(headEnd + 1, ruleEnd);
  const isRuled = RULE.test(rule);
  const headStart = lineStart(text, head.start);
  const heads = text.slice(headStart, headEnd);
  if (isMoved(heads) || !(isRuled || HEADS.test(heads))) return;
  const column = head.start - headStart;
  const from = isRuled ? startOfRun(rule, column) : column;
  if (from < 0) return;
  const isLast = !(isRuled ? / +[-=]/.test(rule.slice(from)) : / {2}\S/.test(heads.slice(from)));
  const runEnd =
    isRuled && !isLast ? from + (/^[-=]+/.exec(rule.slice(from))?.[0].length ?? 0) : -1;
  const form = reading.hasSpaces === true ? WORDS : WORD;
  const to = head.end - headStart;
  let barren = 0;
  let at = (isRuled ? ruleEnd : headEnd) + 1;
  for (let row = 0; row < MAX_ROWS && at < text.length; row++) {
    const rowStart = at;
    const end = lineEnd(text, at);
    const line = text.slice(at, end < 0 ? Math.min(text.length, at + MAX_LINE) : end);
    // A second rule closes the table, or is below the headers of the next one.
    if (!/\S/.test(line) || (isRuled && RULE.test(line))) return;
    at = end < 0 ? text.length : end + 1;
    if (isMoved(line)) continue;
    const isLeft = isRuled || startsCell(line, from);
    let value: string | undefined;
    let start = rowStart;
    if (isLeft) {
      const cell = line
        .slice(from, cellEnd(line, runEnd))
        .match(isLast ? /^\s*(.*?)\s*$/ : form.first);
      value = cell?.[1] ?? "";
      start += from + (cell?.[0].indexOf(value) ?? 0);
    } else if (endsCell(line, to)) {
      value = form.last.exec(line.slice(0, to))?.[1] ?? "";
      start += to - value.length;
    }
    const kind = value ? reading.judge({ start, end: start + value.length }) : "other";
    if (kind === "head") return;
    barren = kind === "other" ? barren + 1 : 0;
    if (!isRuled && barren > MAX_BARREN) return;
  }
}

/** Where a cell ends if its column, which does at `runEnd`, has a gap there; else undefined. */
function cellEnd(line: string, runEnd: number): number | undefined {
  return runEnd > 0 && line[runEnd] === " " ? runEnd : undefined;
}

/** Whether the line contains something masked, which may have moved the columns after it. */
function isMoved(line: string): boolean {
  return line.includes("\u007f");
}

/** Where the run of dashes at `column` begins; -1 if there is none. */
function startOfRun(rule: string, column: number): number {
  if (rule[column] !== "-" && rule[column] !== "=") return -1;
  let start = column;
  while (start > 0 && rule[start - 1] !== " ") start--;
  return start;
}

function lineStart(text: ScannedText, index: number): number {
  let start = index;
  while (index - start < MAX_LINE && start > 0 && codeAt(text, start - 1) !== 10) start--;
  return start;
}

/** The end of the line that contains `from`; -1 if it is too long. */
function lineEnd(text: ScannedText, from: number): number {
  const limit = Math.min(text.length, from + MAX_LINE);
  for (let at = from; at < limit; at++) if (codeAt(text, at) === 10) return at;
  return -1;
}
