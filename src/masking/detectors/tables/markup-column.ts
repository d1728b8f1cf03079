import { codeAt } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import type { Cell, CellKind } from "./columns.ts";

/** Maximum length of a line, number of lines in a table, and of lines with its headers. */
const MAX_LINE = 400;
const MAX_LINES = 400;
const MAX_HEADS = 10;
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
function markupAround(text: ScannedText, { start, end }: Cell): Markup | undefined {
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
  return /\n[ \t]{0,8}![^|!\n]{0,80}=[^|!\n]{0,80}$/.test(
    text.slice(Math.max(0, index - 170), index),
  );
}

const SPACE = 32;
const EXCLAMATION = 33;
const AMPERSAND = 38;
const DASH = 45;
const BRACE = 123;
const BAR = 124;

/** Whether what is around a name is possible in a table of such a markup. */
export function mayBeMarkedUp(text: ScannedText, head: Cell): boolean {
  return markupAround(text, head) !== undefined;
}

/**
 * Reads the column of a header in a table of LaTeX, MediaWiki, AsciiDoc or reStructuredText, in
 * which the cells of a row may each have a line. Returns whether there is one.
 */
export function readMarkedUpColumn(
  text: ScannedText,
  head: Cell,
  judge: (cell: Cell) => CellKind,
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
    const line = lineFrom(text, at);
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
function placeOf(
  text: ScannedText,
  head: Cell,
  markup: Markup,
): { readonly column: number; readonly size: number; readonly end: number } | undefined {
  let start = lineStart(text, head.start);
  let line = lineFrom(text, start);
  if (start < 0 || line === undefined || !markup.heads.test(line)) return undefined;
  const own = cellsOf(line, start, markup);
  let column = own.findIndex((cell) => cell.start <= head.start && head.end <= cell.end);
  if (column < 0) return undefined;
  let size = own.length;
  let end = start + line.length;
  if (markup === LATEX) return { column, size, end };
  if (markup === ASCII_DOC && size > 1)
    return ASCII_DOC.above?.test(lineOver(text, start)) === true
      ? { column, size, end }
      : undefined;
  // The next of a list that is too long.
  const long = text.note("rows of headers", () => ({ start: -1 }));
  if (start > 0 && long.start === lineStart(text, start - 1)) {
    long.start = start;
    return undefined;
  }
  const ownStart = start;
  // Further headers, one or more a line: a longer list is none of headers.
  for (let i = 0; ; i++) {
    if (i === MAX_HEADS) {
      long.start = ownStart;
      return undefined;
    }
    const isFirst = markup === LIST_TABLE && markup.row?.test(line) === true;
    const above = start > 0 ? lineStart(text, start - 1) : -1;
    const over = lineOver(text, start);
    if (!markup.heads.test(over)) {
      if (markup.above?.test(over) === false) return undefined;
      if (
        markup === LIST_TABLE &&
        !text.slice(Math.max(0, above - MAX_LINE), above).includes(DIRECTIVE)
      )
        return undefined;
      break;
    }
    if (isFirst) return undefined;
    const cells = cellsOf(over, above, markup).length;
    column += cells;
    size += cells;
    start = above;
    line = over;
  }
  for (let i = 0; i < MAX_HEADS; i++) {
    const below = lineFrom(text, end + 1) ?? "";
    if (!markup.heads.test(below) || (markup === LIST_TABLE && markup.row?.test(below) === true))
      return { column, size, end };
    size += cellsOf(below, end + 1, markup).length;
    end += below.length + 1;
  }
  return undefined;
}

/** The end of a row of LaTeX. */
const ROW_END =
  /\\\\(?:[ \t]{0,4}(?:\\[a-z]{3,10}(?:\{[^}]{0,12}\})?|\[[^\]]{0,12}\]))?[ \t]{0,4}\r?$/;

function cellsOf(line: string, at: number, markup: Markup): Cell[] {
  const from = markup.opening.exec(line)?.[0].length ?? 0;
  const stop = markup === LATEX ? line.search(ROW_END) : -1;
  const row = stop < 0 ? line : line.slice(0, stop);
  const cells: Cell[] = [];
  const put = (start: number, end: number): void => {
    const content = row.slice(start, end);
    const first = start + (content.length - content.trimStart().length);
    cells.push({ start: at + first, end: at + Math.max(first, start + content.trimEnd().length) });
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

/** The line that begins at `start`; undefined if it is too long. */
function lineFrom(text: ScannedText, start: number): string | undefined {
  if (start < 0 || start > text.length) return undefined;
  const window = text.slice(start, start + MAX_LINE + 1);
  const end = window.indexOf("\n");
  if (end < 0 && window.length > MAX_LINE) return undefined;
  return end < 0 ? window : window.slice(0, end);
}
