import { isAt } from "../../pattern/sticky.ts";
import { codeAt, endsEscapedBreak, isAlnumAt } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import type { Stretch } from "../../text/stretch.ts";
import { BARS, isExplained, isRow, lineAt, MAX_ROW, rowAt } from "./rows.ts";

/** Maximum number of cells before the cell in question. */
const MAX_COLUMN = 32;
/** Maximum number of consecutive rows without a value; after that, the table is considered over. */
const MAX_BARREN = 8;

/** The kind of a cell: in the header of the next table, a value, already masked, or neither. */
export type CellKind = "head" | "value" | "masked" | "other";

/**
 * Reads the column of the header cell `head`: this cell of every following row with the same number
 * of cells, to the end of the table. `judge` returns the kind of a cell; it is called once per cell
 * and table.
 */
export function readColumn(
  text: ScannedText,
  head: Stretch,
  judge: (cell: Stretch) => CellKind,
): void {
  if (!mayBeCell(text, head)) return;
  const sign = delimiterAround(text, head);
  const place = sign === NONE ? undefined : placeOnLine(text, head.start, sign);
  if (place === undefined) return;
  const headLine = lineAt(text, place.lineStart);
  if (headLine === undefined) return;
  const delimiter = String.fromCharCode(sign);
  // ||User||Password|| above |bob|…|: wiki headers have double bars.
  const isDoubled = sign === BAR && headLine.includes("||");
  const column = isDoubled ? place.column / 2 : place.column;
  const behindHead = place.lineStart + headLine.length + 1;
  let at = belowFrame(text, behindHead, sign);
  let line = rowAt(text, at, delimiter);
  const cells = line === undefined ? 0 : count(line, delimiter);
  // Most names are in sentences and code: the next line is no row with the same number of cells.
  if (cells === 0 || cells !== count(headLine, isDoubled ? "||" : delimiter)) return;
  const isRuled = at > behindHead || RULE.test(line ?? "");
  if (isRow(headLine) || (!isRuled && isExplained(headLine))) return;
  if (sign === TAB && cells === count(lineAbove(text, place.lineStart), delimiter)) return;
  let barren = 0;
  while (line !== undefined && barren < MAX_BARREN && count(line, delimiter) === cells) {
    if (!RULE.test(line)) {
      const cell = cellOf(line, delimiter, column);
      const kind = judge({ start: at + cell.start, end: at + cell.end });
      if (kind === "head") return;
      barren = kind === "other" ? barren + 1 : 0;
    }
    at = belowFrame(text, at + line.length + 1, sign);
    line = at < text.length ? rowAt(text, at, delimiter) : undefined;
  }
}

const TAB = 9;
const BAR = 124;
/** What Markdown has between the header and the rows. */
const RULE = /^[\s|:+=-]*$/;

/** A line that frames or separates rows: `+-----+----+`, `-----+----+`, `├────┼────┤`. */
export const FRAME =
  /^[ \t]{0,24}(?:[-=+ ]{3,}|[-+ \u2500-\u257f]{3,}|\|-[-+:]{2,}\|[ \t]{0,4})\r?$/;

/** The start of the line after a frame line, if `at` begins one; else `at`. */
function belowFrame(text: ScannedText, at: number, sign: number): number {
  if (sign !== BAR || !mayFrame(codeAt(text, behindIndent(text, at)))) return at;
  const line = lineAt(text, at);
  return line !== undefined && FRAME.test(line) ? at + line.length + 1 : at;
}

/** Deepest indentation of a frame. */
const MAX_INDENT = 24;

function behindIndent(text: ScannedText, lineStart: number): number {
  let at = lineStart;
  while (at - lineStart < MAX_INDENT && (codeAt(text, at) === 32 || codeAt(text, at) === TAB)) at++;
  return at;
}

/** A plus, a dash, a bar or a box-drawing character. */
function mayFrame(code: number): boolean {
  return code === 43 || code === 45 || code === BAR || (code >= 0x2500 && code <= 0x257f);
}

/** There are no box-drawing bars before it. */
const FIRST_BAR = 0x2502;

/** The character code at `index`, with box-drawing bars read as ASCII bars. */
function signAt(text: ScannedText, index: number): number {
  const code = codeAt(text, index);
  // Called for each character of long lines: few of them are worth the search among the bars.
  return code >= FIRST_BAR && BARS.includes(String.fromCharCode(code)) ? BAR : code;
}

/**
 * The line before the one at `lineStart`. Prose has no tabs: a similar row above means that the
 * header is a row too.
 */
function lineAbove(text: ScannedText, lineStart: number): string {
  const window = text.slice(Math.max(0, lineStart - 1 - MAX_ROW), Math.max(0, lineStart - 1));
  return window.slice(window.lastIndexOf("\n") + 1);
}

/**
 * Maximum distance from a header to the break or quote before its line, and to the break after it.
 */
const LITERAL_REACH = 512;
/** What precedes a header in a literal on its line of the view, and what follows it. */
const BEFORE_HEAD = /\\n|"/;
const BEHIND_HEAD = /\\n|\n[+(]{0,2}\d/;
/**
 * What follows a header: the quotes around it, and a delimiter, the end of the line, or several
 * spaces.
 */
const HEAD_END = /(?:\\{0,3}["'])?(?: {2}| ?(?:[,;|│┃║\t\n)]|\\{1,4}[nrt]))/y;

/** Whether the header may belong to a table in a literal, whose lines only `text.lines` has. */
export function mayBeInLiteral(text: ScannedText, { start, end }: Stretch): boolean {
  const next = codeAt(text, end);
  if (next > 44 && next !== 59 && next !== 92 && next !== BAR) return false;
  if (next === 32 && isAlnumAt(text, end + 1)) return false;
  if (!isEdge(codeAt(text, start - 1)) && !endsEscapedBreak(text, start)) return false;
  if (!isAt(HEAD_END, text.view, end)) return false;
  if (!BEHIND_HEAD.test(text.after(end, LITERAL_REACH))) return false;
  const before = text.slice(Math.max(0, start - LITERAL_REACH), start + 1);
  return BEFORE_HEAD.test(before.slice(before.lastIndexOf("\n") + 1));
}

/** Whether a name is a cell of a line. Cheap, because most names are not. */
export function isCell(text: ScannedText, name: Stretch): boolean {
  return mayBeCell(text, name) && delimiterAround(text, name) !== NONE;
}

/** Whether the characters next to the name are possible around a cell. */
function mayBeCell(text: ScannedText, { start, end }: Stretch): boolean {
  return isEdge(codeAt(text, start - 1)) && isEdge(codeAt(text, end));
}

/** The end of the text, whitespace, a quote or a delimiter. */
function isEdge(code: number): boolean {
  return code <= 32 || isDelimiter(code) || code === 34 || code === 39;
}

/** What surrounds a cell: the code of a delimiter, or one of these. */
const NONE = -1;
const LINE_END = 10;

function isDelimiter(code: number): boolean {
  return code === 44 || code === 59 || code === 124 || code === 9;
}

/** The delimiter of the line if `cell` is a cell of it, else `NONE`. */
function delimiterAround(text: ScannedText, { start, end }: Stretch): number {
  const before = edgeBefore(text, start);
  const after = before === NONE ? NONE : edgeAfter(text, end);
  if (after === NONE) return NONE;
  if (before === LINE_END) return after === LINE_END ? NONE : after;
  return after === before || after === LINE_END ? before : NONE;
}

/** Maximum number of quotes and spaces between a header and the delimiter before it. */
const MAX_BEFORE = 4;
/** Maximum number of spaces there without a quote before them: more are indentation. */
const MAX_SPACES = 2;
/** Maximum number of spaces between a header and the delimiter after it, or the bar before it. */
const MAX_PADDING = 40;

function edgeBefore(text: ScannedText, start: number): number {
  let at = start - 1;
  while (start - at <= MAX_BEFORE && isQuoteOrSpace(codeAt(text, at))) at--;
  if (start - at > MAX_SPACES + 1 && codeAt(text, at + 1) === 32) {
    // Programs that draw tables center headers between bars.
    while (start - at <= MAX_PADDING && codeAt(text, at) === 32) at--;
    return signAt(text, at) === BAR ? BAR : NONE;
  }
  if (at < 0) return LINE_END;
  const code = signAt(text, at);
  return code === LINE_END || isDelimiter(code) ? code : NONE;
}

function edgeAfter(text: ScannedText, end: number): number {
  const quote = codeAt(text, end);
  const from = quote === 34 || quote === 39 ? end + 1 : end;
  let at = from;
  while (at - from < MAX_PADDING && codeAt(text, at) === 32) at++;
  if (at >= text.length) return LINE_END;
  const code = codeAt(text, codeAt(text, at) === 13 ? at + 1 : at);
  if (code === LINE_END) return code;
  const sign = signAt(text, at);
  return isDelimiter(sign) ? sign : NONE;
}

function isQuoteOrSpace(code: number): boolean {
  return code === 32 || code === 34 || code === 39;
}

/** The position of a cell; undefined after too many other cells, or on too long a line. */
function placeOnLine(
  text: ScannedText,
  cellStart: number,
  delimiter: number,
): { readonly lineStart: number; readonly column: number } | undefined {
  const limit = Math.max(0, cellStart - MAX_ROW);
  let lineStart = cellStart;
  let column = 0;
  for (; lineStart > limit; lineStart--) {
    const code = signAt(text, lineStart - 1);
    if (code === LINE_END) break;
    if (code === delimiter && ++column > MAX_COLUMN) return undefined;
  }
  return { lineStart, column };
}

function count(line: string, delimiter: string): number {
  let found = 0;
  for (let at = line.indexOf(delimiter); at >= 0; at = line.indexOf(delimiter, at + 1)) found++;
  return found;
}

/** The cell of a column, without the whitespace and quotes around it. */
function cellOf(line: string, delimiter: string, column: number): Stretch {
  let start = 0;
  for (let i = 0; i < column; i++) start = line.indexOf(delimiter, start) + 1;
  const next = line.indexOf(delimiter, start);
  let end = next < 0 ? literalEnd(line, start) : next;
  while (start < end && isAround(line, start)) start++;
  while (end > start && isAround(line, end - 1)) end--;
  return { start, end };
}

/** The end of the literal that contains a table, and of the objects around it: `\\n"}]}`. */
const LITERAL_END = /(?:\\{1,7}[nr]){0,4}\\{0,7}"(?:\\{0,7}["}\])]){0,8},?\s{0,4}$/;

/** The end of the last cell of a line, which may be the last of a table in a literal. */
function literalEnd(line: string, start: number): number {
  const size = line.slice(start).search(LITERAL_END);
  return size < 0 ? line.length : start + size;
}

function isAround(line: string, index: number): boolean {
  const code = line.charCodeAt(index);
  return code <= 32 || code === 34 || code === 39 || code === 96;
}
