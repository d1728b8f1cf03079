import { codeAt } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import type { Cell, CellKind } from "./columns.ts";

/** Maximum length of a line, and maximum number of rows in a table. */
const MAX_LINE = 240;
const MAX_ROWS = 200;

/** A rule: one run of dashes per column, below headers aligned with spaces. */
const RULE = /^[ \t]{0,8}[-=]{2,80}(?: {1,8}[-=]{2,80}){1,16}[ \r]*$/;

/** Headers as printed by kubectl and docker: capitals aligned with spaces, without a rule below. */
const CAPITAL_HEADS =
  /^(?:[A-Z][A-Z_-]{0,30}(?: [A-Z]{1,20}){0,2} {2,40}){1,12}[A-Z][A-Z_-]{0,30}(?: [A-Z]{1,20}){0,2}[ \r]*$/;

/** Whether a word begins at `column`, after two spaces or at the start of the line. */
function startsCell(line: string, column: number): boolean {
  const before = line.slice(Math.max(0, column - 2), column);
  return /\S/.test(line.charAt(column)) && (column === 0 || before === "  ");
}

/** Whether a line break or the gap before another header may follow the name that ends at `end`. */
export function mayBeRuled(text: ScannedText, end: number): boolean {
  const next = codeAt(text, end);
  return next === 32 ? " \r".includes(text.view.charAt(end + 1)) : next < 32;
}

/**
 * Reads the column of a header whose width is given by a rule, as in tables printed in terminals:
 *
 *     Username  Password
 *     --------  --------
 *     admin     …
 */
export function readRuledColumn(
  text: ScannedText,
  head: Cell,
  judge: (cell: Cell) => CellKind,
): void {
  const headEnd = lineEnd(text, head.end);
  if (headEnd < 0) return;
  const ruleEnd = lineEnd(text, headEnd + 1);
  const rule = ruleEnd < 0 ? "" : text.slice(headEnd + 1, ruleEnd);
  const isRuled = RULE.test(rule);
  const headStart = lineStart(text, head.start);
  const heads = text.slice(headStart, headEnd);
  if (isMoved(heads) || !(isRuled || CAPITAL_HEADS.test(heads))) return;
  const column = head.start - headStart;
  const from = isRuled ? startOfRun(rule, column) : column;
  if (from < 0) return;
  const next = isRuled ? rule.slice(from).search(/ +[-=]/) : heads.slice(from).search(/ {2}\S/);
  let at = (isRuled ? ruleEnd : headEnd) + 1;
  for (let row = 0; row < MAX_ROWS && at < text.length; row++) {
    const rowStart = at;
    const end = lineEnd(text, at);
    const line = text.slice(at, end < 0 ? Math.min(text.length, at + MAX_LINE) : end);
    if (!/\S/.test(line)) return;
    at = end < 0 ? text.length : end + 1;
    if (isMoved(line) || (!isRuled && !startsCell(line, from))) continue;
    const cell = line.slice(from).match(next < 0 ? /^\s*(.*?)\s*$/ : /^\s*(\S+)/);
    const value = cell?.[1] ?? "";
    const start = rowStart + from + (cell?.[0].indexOf(value) ?? 0);
    if (value !== "" && judge({ start, end: start + value.length }) === "head") return;
  }
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
