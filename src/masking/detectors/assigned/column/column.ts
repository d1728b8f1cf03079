import { codeAt, isWord } from "../../../text/chars.ts";
import type { ScannedText } from "../../../text/scanned-text.ts";
import type { Stretch } from "../../../text/stretch.ts";
import { mayBeElement, readArrayColumn } from "../../tables/array-column.ts";
import { type CellKind, FRAME, isCell, mayBeInLiteral, readColumn } from "../../tables/columns.ts";
import { readHtmlColumn } from "../../tables/html-column.ts";
import { listedValues, mayBeListed } from "../../tables/listed-values.ts";
import { mayBeMarkedUp, readMarkedUpColumn } from "../../tables/markup-column.ts";
import { withPlainBars } from "../../tables/rows.ts";
import { mayBeRuled, readRuledColumn } from "../../tables/ruled-column.ts";
import { CellJudge, isHead, isNamed, type Report } from "./column-cells.ts";

/** Reports the values under a name that heads a column or is one of the columns of an INSERT. */
export function reportColumn(text: ScannedText, name: Stretch, report: Report): void {
  readTable(text, name, report);
  if (mayBeInLiteral(text, name) && text.lines !== text) readTable(text.lines, name, report);
}

/**
 * `| "jwt"`, and on the next line `| "base64url"`, or `| Auth.Password` and `| Auth.Terms`, also
 * without `Auth.`: members of a union type, not cells.
 */
const NEXT_OF_UNION =
  /^(?:(["'])[ \t]{0,4}\r?\n[ \t]{0,40}\| {0,2}\1[^"'|\n]{1,60}\1|[ \t]{0,4}\r?\n[ \t]{2,40}\| [A-Z]\w{0,40}(?:\.[A-Z]\w{0,80})?)[ \t]{0,4}(?:[;\r\n]|$)/;
/** How far behind a name both are searched for. */
const BEHIND_REACH = 120;

/** `kind: "plain" | "`: the members of a union type before the name, on its line. */
const MEMBERS_BEFORE = /[:=<] {0,4}(?:\| )?(?:(["'])[^"'|\n]{0,60}\1 \| ){0,8}["']$/;
const MEMBER_BEHIND = /^["'](?: \| {0,4}\S|[;>),])/;
const MEMBERS_REACH = 160;

function isOfUnion(text: ScannedText, nameStart: number, behind: string): boolean {
  if (NEXT_OF_UNION.test(behind)) return true;
  return MEMBER_BEHIND.test(behind) && MEMBERS_BEFORE.test(text.before(nameStart, MEMBERS_REACH));
}

/** A name alone on its line, indented, and another one below: imports or arguments. */
const ALONE = /(?:^|\n)[ \t]{1,40}$/;
const NEXT_OF_LIST = /^,[ \t]{0,4}\r?\n[ \t]{1,40}[A-Za-z_$][\w$]{0,60},[ \t]{0,4}(?:[\r\n]|$)/;
const INDENT_REACH = 44;

/** `behind`: the text behind the name. */
function isOfList(text: ScannedText, nameStart: number, behind: string): boolean {
  return NEXT_OF_LIST.test(behind) && ALONE.test(text.before(nameStart, INDENT_REACH));
}

/** Whether what is around a name is possible in any kind of table: around most names, it is not. */
function mayBeOfTable(text: ScannedText, head: Stretch): boolean {
  return (
    isCell(text, head) ||
    codeAt(text, head.end) === OPENS_TAG ||
    mayBeElement(text, head.end) ||
    mayBeRuled(text, head.end) ||
    mayBeListed(text, head.end) ||
    mayBeMarkedUp(text, head)
  );
}

const OPENS_TAG = 60;

function readTable(text: ScannedText, name: Stretch, report: Report): void {
  const head = { start: headStart(text, name.start), end: name.end };
  if (!mayBeOfTable(text, head)) return;
  const behind = text.after(name.end, BEHIND_REACH);
  if (isOfUnion(text, name.start, behind) || isOfList(text, name.start, behind)) return;
  const cells = new CellJudge(text, report);
  const judge = (cell: Stretch): CellKind => cells.judge(cell);
  let isOfTable: boolean | undefined;
  const judgeRow = (cell: Stretch): CellKind => {
    isOfTable ??= mayHead(text, head);
    return isOfTable ? judge(cell) : "head";
  };
  /** HTML elements mark headers, so the line above is not checked. */
  const judgeElement = (cell: Stretch, isHeading: boolean): CellKind =>
    isHeading && isNamed(text.slice(cell.start, cell.end)) ? "head" : judge(cell);
  const judgeItem = (cell: Stretch, isFirst: boolean): CellKind =>
    isFirst || isHead(text.slice(name.start, name.end)) ? judge(cell) : "head";
  const judgeCell = (cell: Stretch): CellKind =>
    isHead(text.slice(head.start, head.end)) ? judge(cell) : "head";
  if (readMarkedUpColumn(text, head, judgeCell)) return;
  readColumn(text, head, judgeRow);
  if (codeAt(text, name.end) === OPENS_TAG) readHtmlColumn(text, name, judgeElement);
  else if (mayBeRuled(text, name.end)) readRuledColumn(text, name, { judge: judgeRow });
  else readArrayColumn(text, name, judgeItem);
  if (mayBeListed(text, name.end)) listedValues(text, name).forEach(judge);
}

/**
 * Whether a name heads the cells below it and is not one of them. A name that `isHead` rejects,
 * such as `1password`, does so only where a table begins: reading each line of a table as the
 * header of all lines below would take quadratic time.
 */
function mayHead(text: ScannedText, head: Stretch): boolean {
  return isHead(text.slice(head.start, head.end)) || beginsTable(text, head);
}

/** How far the line above and the end of the line are searched for, in code units. */
const LINES_REACH = 4_096;
const DELIMITERS = [",", ";", "|", "\t"];

/** Whether the line above is blank or has a different number of cells. */
function beginsTable(text: ScannedText, { start, end }: Stretch): boolean {
  const from = Math.max(0, start - LINES_REACH);
  const before = text.slice(from, start);
  const lineStart = before.lastIndexOf("\n") + 1;
  if (lineStart === 0) return from === 0;
  const above = lineOver(before, lineStart);
  const isFirst = above.start === 0;
  if (isFirst && from > 0) return false;
  if (above.line.trim() === "" || (isFirst && FRAME.test(above.line))) return true;
  const behind = text.after(end, LINES_REACH).split("\n", 1)[0];
  const line = withPlainBars(before.slice(lineStart) + behind);
  const signs = DELIMITERS.filter((sign) => line.includes(sign));
  const isOther = (sign: string): boolean =>
    line.split(sign).length !== withPlainBars(above.line).split(sign).length;
  return signs.length > 0 && signs.every(isOther);
}

/** The line above the one at `lineStart`, or the next one up if that is part of a frame. */
function lineOver(before: string, lineStart: number): { start: number; line: string } {
  const start = startOfLineAbove(before, lineStart);
  const line = before.slice(start, lineStart - 1);
  if (start === 0 || !FRAME.test(line)) return { start, line };
  const over = startOfLineAbove(before, start);
  return { start: over, line: before.slice(over, start - 1) };
}

function startOfLineAbove(before: string, lineStart: number): number {
  return lineStart < 2 ? 0 : before.lastIndexOf("\n", lineStart - 2) + 1;
}

/** Longest text before the name in a column header: `API key`, `Admin user password`. */
const HEAD_REACH = 32;

/** Part of a word: before the signs, alphabets have no others. */
function isHeadPart(text: ScannedText, index: number): boolean {
  const code = codeAt(text, index);
  return isWord(code) || (code >= FIRST_LETTER && code < FIRST_SIGN);
}

const FIRST_LETTER = 0xc0;
const FIRST_SIGN = 0x2000;

function headStart(text: ScannedText, nameStart: number): number {
  let start = nameStart;
  while (nameStart - start < HEAD_REACH && codeAt(text, start - 1) === 32) {
    if (!isHeadPart(text, start - 2)) return start;
    start -= 2;
    while (nameStart - start < HEAD_REACH && isHeadPart(text, start - 1)) start--;
  }
  return start;
}
