import type { ScannedText } from "../../text/scanned-text.ts";
import type { Stretch } from "../../text/stretch.ts";
import type { CellKind } from "./columns.ts";

/** How much of a table is read before the header, and after it. */
const BEFORE = 2_000;
const BEHIND = 8_000;
/** Maximum number of cells before the cell in question. */
const MAX_COLUMN = 32;

/** A row, up to the beginning of the next one. */
const ROW = /<tr[\s>](?:(?!<tr[\s>])[\s\S]){0,4000}/gi;
/** The beginnings of the cells in a row. */
const CELLS = /<t[dh][\s>]/gi;
/** A cell and its content. */
const CELL =
  /<t[dh](?:\s[^<>]{0,120})?>(?:\s{0,40}<(?:code|b|strong|em|span|kbd|tt|pre)(?:\s[^<>]{0,80})?>){0,3}\s{0,40}([^<>]{0,520})/gi;

/**
 * Reads the column of a header in an HTML table, `<th>Password</th>`. `judge` also receives whether
 * the cell is a header cell.
 */
export function readHtmlColumn(
  text: ScannedText,
  head: Stretch,
  judge: (cell: Stretch, isHeading: boolean) => CellKind,
): void {
  if (!/^<\/(?:(?:b|strong|em|span)><\/)?th>/i.test(text.after(head.end, 16))) return;
  const before = text.before(head.start, BEFORE);
  const row = before.slice(Math.max(before.lastIndexOf("<tr"), before.lastIndexOf("<TR")));
  const column = row.match(CELLS)?.length ?? 0;
  if (column === 0 || column > MAX_COLUMN) return;
  const behind = text.after(head.end, BEHIND);
  ROW.lastIndex = 0;
  for (let match = ROW.exec(behind); match !== null; match = ROW.exec(behind)) {
    const cell = cellOf(match[0], column);
    const start = head.end + match.index + cell.start;
    const end = head.end + match.index + cell.end;
    if (end > start && judge({ start, end }, cell.isHeading) === "head") return;
  }
}

/** The cell of a column in a row; empty if the row has fewer cells. */
function cellOf(row: string, column: number): Stretch & { readonly isHeading: boolean } {
  CELL.lastIndex = 0;
  let match: RegExpExecArray | null = null;
  for (let i = 0; i < column; i++) {
    match = CELL.exec(row);
    if (match === null) return { start: 0, end: 0, isHeading: false };
  }
  const value = match?.[1] ?? "";
  const start = CELL.lastIndex - value.length;
  const isHeading = /^<th/i.test(match?.[0] ?? "");
  return { start, end: start + value.trimEnd().length, isHeading };
}
