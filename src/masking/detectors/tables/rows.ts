import { isAt, matchAt } from "../../pattern/sticky.ts";
import type { ScannedText } from "../../text/scanned-text.ts";

/** Maximum length of a table row that is read. */
export const MAX_ROW = 4_096;

/** Box-drawing bars: light, heavy, double, dashed. */
export const BARS = "│┃║┆";
const ANY_BAR = new RegExp(`[${BARS}]`, "g");

/** The line with ASCII bars in place of box-drawing bars. */
export function withPlainBars(line: string): string {
  return line.replace(ANY_BAR, "|");
}

/** The line that begins at `start`; undefined if it is longer than `most`. */
export function lineFrom(text: ScannedText, start: number, most: number): string | undefined {
  const window = text.slice(start, start + most + 1);
  const end = window.indexOf("\n");
  if (end < 0 && window.length > most) return undefined;
  return end < 0 ? window : window.slice(0, end);
}

/** The same with ASCII bars. */
export function lineAt(text: ScannedText, start: number): string | undefined {
  const line = lineFrom(text, start, MAX_ROW);
  return line === undefined ? undefined : withPlainBars(line);
}

/**
 * How many times its length a text may be read as rows of several lines: within their quotes may be
 * further headers, each of which reads all rows below it.
 */
const MOST_READINGS = 4;

/**
 * The row that begins at `start`: a line, or several if one breaks within quotes (RFC 4180 2.6).
 * Within quotes, dots replace the delimiters and breaks, which separate nothing there.
 */
export function rowAt(text: ScannedText, start: number, delimiter: string): string | undefined {
  const line = lineAt(text, start);
  if (line === undefined || delimiter === "|" || !line.includes('"')) return line;
  const row = quotedRow(text.slice(start, start + MAX_ROW + 1), delimiter);
  if (row === undefined || row.length === line.length) return row ?? line;
  const left = text.note("rows of several lines", () => ({ size: MOST_READINGS * text.length }));
  left.size -= row.length;
  return left.size < 0 ? line : row;
}

/**
 * A cell in quotes from its beginning on; its content is the second group. Quotes in it are doubled,
 * with spaces between them if they were escaped.
 */
const QUOTED_CELL = /( {0,4}")([^"]*(?:" {0,3}"[^"]*)*)" {0,4}(?=[,;\t\r\n]|$)/y;
/** A cell that only begins with a quote. */
const BEGINS_QUOTED = / {0,4}"/y;

/** The row at the beginning of `window`; undefined if its quotes are not around whole cells. */
function quotedRow(window: string, delimiter: string): string | undefined {
  let row = "";
  let lineEnd = -1;
  for (let at = 0; ; ) {
    if (isAt(BEGINS_QUOTED, window, at)) {
      const [whole, opening = "", content = ""] = matchAt(QUOTED_CELL, window, at) ?? [];
      if (whole === undefined) return undefined;
      row +=
        opening + content.replace(/[,;\t\n]/g, ".") + whole.slice(opening.length + content.length);
      at += whole.length;
    }
    if (lineEnd < at) {
      lineEnd = window.indexOf("\n", at);
      if (lineEnd < 0 && window.length > MAX_ROW) return undefined;
      if (lineEnd < 0) lineEnd = window.length;
    }
    const next = window.indexOf(delimiter, at);
    if (next < 0 || next > lineEnd) return row + window.slice(at, lineEnd);
    row += window.slice(at, next + 1);
    at = next + 1;
  }
}

/** A line with numbers or with something masked, or that goes on, is not a header. */
export function isRow(line: string): boolean {
  return /\d{3}|\u007f|\\\r?$/.test(line);
}

/** A name in a table that explains names, `smtp_authpass | The password for mail.`, is no header. */
export function isExplained(line: string): boolean {
  return /^[\s|*`]{0,12}[A-Za-z\d]{1,40}[_.-]\w[^|]{0,80}\|(?:[^|]*\|){0,32}?(?: [^ |]{1,40}){3,60}\. {0,80}\|?\r?$/.test(
    line,
  );
}
