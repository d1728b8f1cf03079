import { codeAt } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import type { Stretch } from "../../text/stretch.ts";
import type { CellKind } from "./columns.ts";
import { lineFrom } from "./rows.ts";

/** Maximum length of a line, number of lines in a table, and of lines with its headers. */
const MAX_LINE = 400;
const MAX_LINES = 400;
const MAX_HEADS = 20;
/** Maximum number of consecutive rows without a value. */
const MAX_BARREN = 8;

/** How a markup language writes tables that have no row per line, or other delimiters than bars. */
interface Markup {
  /** Lines with headers. */
  readonly heads: RegExp;
  /** What precedes the headers; undefined if they say enough. */
  readonly above?: RegExp;
  /** The delimiters within a line, and the one it begins with, if any. */
  readonly between: RegExp;
  readonly opening: RegExp;
  /** Lines that begin a row, and lines that end the table. Others without cells mean nothing. */
  readonly row?: RegExp;
  readonly end: RegExp;
  /** Lines with cells. */
  readonly cells: RegExp;
}

const LATEX: Markup = {
  heads: /^[^&\n]{0,200}&.*\\\\[ \t]{0,4}(?:\\[a-z]{3,10}|\[[^\]]{0,12}\])?[ \t]{0,4}\r?$/,
  between: /(?<!\\)&/g,
  opening: /^[ \t]{0,24}/,
  row: /^/,
  end: /^[ \t]{0,24}\\end\{/,
  cells: /&/,
};
const MEDIA_WIKI: Markup = {
  heads: /^[ \t]{0,8}!/,
  between: /!!|\|\|/g,
  opening: /^[ \t]{0,8}[|!](?:[^|\n]{0,80}=[^|\n]{0,80}\|(?!\|))?/,
  row: /^[ \t]{0,8}\|-/,
  end: /^[ \t]{0,8}\|\}/,
  cells: /^[ \t]{0,8}[|!](?!-)/,
};
const ASCII_DOC: Markup = {
  heads: /^\|(?!=)/,
  above: /^\|={3,}[ \t]{0,4}\r?$/,
  between: /[ \t]\|/g,
  opening: /^\|/,
  end: /^\|={3,}/,
  cells: /^\|/,
};
const LIST_TABLE: Markup = {
  heads: /^[ \t]{1,24}(?:\* )?- /,
  above: /^[ \t]{0,24}(?::[\w-]{1,24}:.*|\.\. list-table::.*|[ \t]{0,24})\r?$/,
  between: /\n/g,
  opening: /^[ \t]{1,24}(?:\* )?- /,
  row: /^[ \t]{1,24}\* - /,
  end: /^\S/,
  cells: /^[ \t]{1,24}(?:\* )?- /,
};

const DIRECTIVE = "list-table::";

/** The markup whose table may have this header: decided by the characters around it. */
function markupAround(text: ScannedText, { start, end }: Stretch): Markup | undefined {
  let before = start - 1;
  while (start - before < 4 && codeAt(text, before) === SPACE) before--;
  const sign = codeAt(text, before);
  if (sign === EXCLAMATION) return MEDIA_WIKI;
  if (sign === AMPERSAND || (sign === BRACE && text.view.startsWith("\\text", before - 7)))
    return LATEX;
  let after = end;
  while (after - end < 24 && codeAt(text, after) === SPACE) after++;
  const next = codeAt(text, after);
  if (next === AMPERSAND) return LATEX;
  if (next >= SPACE && next !== BAR) return undefined;
  if (sign === BAR) return isBehindAttributes(text, before) ? MEDIA_WIKI : ASCII_DOC;
  return sign === DASH && next < SPACE ? LIST_TABLE : undefined;
}

/** `! scope="col" | Password`: the bar at `index` ends the attributes of a header. */
function isBehindAttributes(text: ScannedText, index: number): boolean {
  return /\n[ \t]{0,8}![^|!\n]{0,80}=[^|!\n]{0,80}$/.test(text.before(index, 170));
}

const SPACE = 32;
const EXCLAMATION = 33;
const AMPERSAND = 38;
const DASH = 45;
const BRACE = 123;
const BAR = 124;

/** Whether what is around a name is possible in a table of such a markup. */
export function mayBeMarkedUp(text: ScannedText, head: Stretch): boolean {
  return markupAround(text, head) !== undefined;
}

/**
 * Reads the column of a header in a table of LaTeX, MediaWiki, AsciiDoc or reStructuredText, in
 * which the cells of a row may each have a line. Returns whether there is one.
 */
export function readMarkedUpColumn(
  text: ScannedText,
  head: Stretch,
  judge: (cell: Stretch) => CellKind,
): boolean {
  const markup = markupAround(text, head);
  if (markup === undefined) return false;
  const place = placeOf(text, head, markup);
  if (place === undefined) return false;
  const { column, size } = place;
  let at = place.end + 1;
  let index = 0;
  let barren = 0;
  for (let count = 0; count < MAX_LINES && at < text.length; count++) {
    const line = lineFrom(text, at, MAX_LINE);
    if (line === undefined || markup.end.test(line)) break;
    if (markup.row?.test(line) === true) index = 0;
    if (markup.cells.test(line)) {
      const cells = cellsOf(line, at, markup);
      if (markup === LATEX && cells.length !== size) return true;
      for (const cell of cells) {
        if (index++ % size !== column) continue;
        const kind = cell.end > cell.start ? judge(cell) : "other";
        if (kind === "head") return true;
        barren = kind === "other" ? barren + 1 : 0;
        if (barren > MAX_BARREN) return true;
      }
    }
    at += line.length + 1;
  }
  return true;
}

/** Which column a header is of, out of how many, and the end of the last line with headers. */
interface Place {
  readonly column: number;
  readonly size: number;
  readonly end: number;
}

function placeOf(text: ScannedText, head: Stretch, markup: Markup): Place | undefined {
  const start = lineStart(text, head.start);
  const line = start < 0 ? undefined : lineFrom(text, start, MAX_LINE);
  if (line === undefined || !markup.heads.test(line)) return undefined;
  const { cells, end } = headersAround(text, { start, line }, markup);
  const column = cells.findIndex((cell) => cell.start <= head.start && head.end <= cell.end);
  return column < 0 ? undefined : { column, size: cells.length, end };
}

/** The headers of a table, if it is one, and the lines they are in. */
interface Headers {
  readonly markup: Markup | undefined;
  readonly start: number;
  readonly end: number;
  readonly cells: readonly Stretch[];
}

interface Line {
  readonly start: number;
  readonly line: string;
}

/** The same for each of the headers: those of a long list would be read again for every one. */
function headersAround(text: ScannedText, own: Line, markup: Markup): Headers {
  const known = text.note<{ headers: Headers }>("markup headers", () => ({
    headers: { markup: undefined, start: 0, end: 0, cells: [] },
  }));
  const { headers } = known;
  if (headers.markup !== markup || own.start < headers.start || headers.end < own.start)
    known.headers = readHeaders(text, own, markup);
  return known.headers;
}

function readHeaders(text: ScannedText, own: Line, markup: Markup): Headers {
  const cells = cellsOf(own.line, own.start, markup);
  const end = own.start + own.line.length;
  const none: Headers = { markup, start: own.start, end, cells: [] };
  // A row per line: the headers have one, and so has nothing above or below it.
  if (markup === LATEX) return { ...none, cells };
  if (markup === ASCII_DOC && cells.length > 1)
    return ASCII_DOC.above?.test(lineOver(text, own.start)) === true ? { ...none, cells } : none;
  const over = linesOver(text, own, markup);
  const below = linesBelow(text, end, markup);
  const start = over[0]?.start ?? own.start;
  const last = below.at(-1) ?? own;
  const all: Headers = { markup, start, end: last.start + last.line.length, cells: [] };
  const lines = [...over, own, ...below];
  // Of a longer list, only a part is read.
  if (lines.length > MAX_HEADS || !isBegun(text, lines[0] ?? own, markup)) return all;
  return { ...all, cells: lines.flatMap(({ line, start }) => cellsOf(line, start, markup)) };
}

/** Whether the line with the first headers is where those of a table are. */
function isBegun(text: ScannedText, { start, line }: Line, markup: Markup): boolean {
  const over = lineOver(text, start);
  if (markup.above?.test(over) === false) return false;
  if (markup !== LIST_TABLE) return true;
  if (markup.row?.test(line) === false) return false;
  const above = start - over.length - 1;
  return above > 0 && text.before(above, MAX_LINE).includes(DIRECTIVE);
}

/** Further lines with headers above one, the topmost first, as many as a table has at most. */
function linesOver(text: ScannedText, own: Line, markup: Markup): Line[] {
  const lines: Line[] = [];
  let { start, line } = own;
  while (lines.length < MAX_HEADS && !beginsRow(line, markup)) {
    line = lineOver(text, start);
    if (!markup.heads.test(line)) break;
    start -= line.length + 1;
    lines.unshift({ start, line });
  }
  return lines;
}

/** The same below one that ends at `end`. */
function linesBelow(text: ScannedText, end: number, markup: Markup): Line[] {
  const lines: Line[] = [];
  let start = end + 1;
  while (lines.length < MAX_HEADS) {
    const line = lineFrom(text, start, MAX_LINE) ?? "";
    if (!markup.heads.test(line) || beginsRow(line, markup)) break;
    lines.push({ start, line });
    start += line.length + 1;
  }
  return lines;
}

/** Whether the headers of a list begin here: those of the row above would be others. */
function beginsRow(line: string, markup: Markup): boolean {
  return markup === LIST_TABLE && markup.row?.test(line) === true;
}

/** The end of a row of LaTeX. */
const ROW_END =
  /\\\\(?:[ \t]{0,4}(?:\\[a-z]{3,10}(?:\{[^}]{0,12}\})?|\[[^\]]{0,12}\]))?[ \t]{0,4}\r?$/;

/** `\texttt{…}` around a whole cell. */
const COMMAND = /^(\\(?:text[a-z]{2}|emph|url)\{)[^{}]*\}$/;

function cellsOf(line: string, at: number, markup: Markup): Stretch[] {
  const from = markup.opening.exec(line)?.[0].length ?? 0;
  const stop = markup === LATEX ? line.search(ROW_END) : -1;
  const row = stop < 0 ? line : line.slice(0, stop);
  const cells: Stretch[] = [];
  const put = (start: number, end: number): void => {
    const content = row.slice(start, end);
    const first = start + (content.length - content.trimStart().length);
    const last = Math.max(first, start + content.trimEnd().length);
    const command =
      markup === LATEX ? COMMAND.exec(row.slice(first, last))?.[1]?.length : undefined;
    if (command === undefined) cells.push({ start: at + first, end: at + last });
    else cells.push({ start: at + first + command, end: at + last - 1 });
  };
  let start = from;
  for (const { 0: sign, index } of row.slice(from).matchAll(markup.between)) {
    put(start, from + index);
    start = from + index + sign.length;
  }
  put(start, row.length);
  return cells;
}

/** Where the line with `index` begins; -1 if it is too long. */
function lineStart(text: ScannedText, index: number): number {
  let start = index;
  while (start > 0 && codeAt(text, start - 1) !== 10) {
    if (index - start > MAX_LINE) return -1;
    start--;
  }
  return start;
}

/** The line above the one that begins at `start`. */
function lineOver(text: ScannedText, start: number): string {
  const above = start > 0 ? lineStart(text, start - 1) : -1;
  return above < 0 ? "" : text.slice(above, start - 1);
}
