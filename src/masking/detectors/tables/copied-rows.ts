import type { ScannedText } from "../../text/scanned-text.ts";
import type { Stretch } from "../../text/stretch.ts";

/**
 * Maximum distance from a name to the beginning of its statement, and to the end of the list of
 * names.
 */
const REACH = 600;
const COPY = /\bcopy [^()\n;]{1,160}$/i;
const ROWS = /^\) from stdin[^\n;]{0,80};[ \t]{0,4}\r?\n/i;
const ROWS_REACH = 110;
/** Maximum length of a table name with its schema. */
const NAME_REACH = 170;
/** How much of the rows is read per column. */
const BLOCK = 16_384;
/** The next statement: were its lines read as rows, many statements would each read all below. */
const NEXT = /\) from stdin/i;

/**
 * The cells of a column of `COPY t (a, b) FROM stdin;`, the tab-separated rows of PostgreSQL dumps.
 */
export function copiedCells(text: ScannedText, head: Stretch): Stretch[] {
  const closing = text.after(head.end, REACH).indexOf(")");
  if (closing < 0) return [];
  const rows = ROWS.exec(text.slice(head.end + closing, head.end + closing + ROWS_REACH));
  if (rows === null) return [];
  const before = text.before(head.start, REACH);
  const open = before.lastIndexOf("(");
  if (open < 0 || !COPY.test(before.slice(Math.max(0, open - NAME_REACH), open))) return [];
  const column = before.slice(open).split(",").length - 1;
  return cellsFrom(text, head.end + closing + rows[0].length, column);
}

/** The cells of the column in each row from `from` on, up to the line that ends the rows. */
function cellsFrom(text: ScannedText, from: number, column: number): Stretch[] {
  const cells: Stretch[] = [];
  const [block = ""] = text.after(from, BLOCK).split(NEXT, 1);
  for (let at = 0; at < block.length; ) {
    const lineEnd = block.indexOf("\n", at);
    if (lineEnd < 0 || block.startsWith("\\.", at)) break;
    const start = fieldStart(block, at, column);
    if (start < at || start > lineEnd) break;
    const tab = block.indexOf("\t", start);
    const rowEnd = block.charAt(lineEnd - 1) === "\r" ? lineEnd - 1 : lineEnd;
    const end = tab < 0 || tab > lineEnd ? rowEnd : tab;
    cells.push({ start: from + start, end: from + end });
    at = lineEnd + 1;
  }
  return cells;
}

/** Where field `column` of the row at `at` begins; -1 if there are not that many. */
function fieldStart(block: string, at: number, column: number): number {
  let start = at;
  for (let i = 0; i < column; i++) {
    const tab = block.indexOf("\t", start);
    if (tab < 0) return -1;
    start = tab + 1;
  }
  return start;
}
