import { CONTEXTUAL, type Emit } from "../../scan/detector.ts";
import { codeAt, isWordAt } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import {
  type Cell,
  type CellKind,
  mayBeInLiteral,
  readColumn,
  tupleValues,
} from "../tables/columns.ts";
import { readHtmlColumn } from "../tables/html-column.ts";
import { readRuledColumn } from "../tables/ruled-column.ts";
import { looksChosen, looksTyped } from "./chosen.ts";
import { type Grade, gradeOf, wordsOf } from "./name.ts";
import { isSecretValue } from "./value.ts";

/** What is reported of the values under a name, and to whom. */
interface Report {
  readonly grade: Grade;
  readonly emit: Emit;
}

/** The values under a name that is the head of a column, or one of the columns of an INSERT. */
export function reportColumn(text: ScannedText, name: Cell, { grade, emit }: Report): void {
  const judge = (cell: Cell): CellKind => {
    const value = text.slice(cell.start, cell.end);
    if (value.includes("\u007f")) return "masked";
    // The next member of an object, beyond the string that the table stands in.
    if (value.includes('":')) return "other";
    if (isHead(value)) return "head";
    if (!isCellSecret(value, grade)) return "other";
    emit(cell.start, cell.end, CONTEXTUAL);
    return "value";
  };
  readTable(text, name, judge);
  if (mayBeInLiteral(text, name) && text.lines !== text) readTable(text.lines, name, judge);
}

function readTable(text: ScannedText, name: Cell, judge: (cell: Cell) => CellKind): void {
  const head = { start: headStart(text, name.start), end: name.end };
  let isOfTable: boolean | undefined;
  const judgeRow = (cell: Cell): CellKind => {
    isOfTable ??= mayHead(text, head);
    return isOfTable ? judge(cell) : "head";
  };
  readColumn(text, head, judgeRow);
  const next = codeAt(text, name.end);
  if (next === 60) readHtmlColumn(text, name, judgeRow);
  else if (next <= 32) readRuledColumn(text, name, judgeRow);
  else if (next === 44 || next === 41) tupleValues(text, name).forEach(judge);
}

/**
 * Whether a name heads the cells below it, rather than being one of them. What no row would be taken for
 * a head by, `1password`, does so only in the first line of its block: if each line of a table were read
 * as the head of all below it, that would take as long as their number squared.
 */
function mayHead(text: ScannedText, { start, end }: Cell): boolean {
  return isHead(text.slice(start, end)) || beginsBlock(text, start);
}

/** How far back the line above is looked for. */
const BLOCK_REACH = 4_096;

function beginsBlock(text: ScannedText, index: number): boolean {
  const before = text.slice(Math.max(0, index - BLOCK_REACH), index);
  const line = before.lastIndexOf("\n");
  if (line < 0) return index <= BLOCK_REACH;
  return before.slice(before.lastIndexOf("\n", line - 1) + 1, line).trim() === "";
}

/** Longest words before the name in the head of a column: `API key`, `Admin user password`. */
const HEAD_REACH = 32;

function headStart(text: ScannedText, nameStart: number): number {
  let start = nameStart;
  while (nameStart - start < HEAD_REACH && codeAt(text, start - 1) === 32) {
    if (!isWordAt(text, start - 2)) return start;
    start -= 2;
    while (isWordAt(text, start - 1)) start--;
  }
  return start;
}

function isHead(value: string): boolean {
  return value.length <= 40 && !/\d/.test(value) && gradeOf(wordsOf(value)) !== undefined;
}

function isCellSecret(value: string, grade: Grade): boolean {
  if (isSecretValue(value, { grade, isQuoted: true, isText: true })) return true;
  return grade === "password" && (looksChosen(value) || looksTyped(value));
}
