import type { ScannedText } from "../text/scanned-text.ts";
import type { Cell, CellKind } from "./columns.ts";

/** How much of a table is read before the head, and behind it. */
const BEFORE = 2_000;
const BEHIND = 8_000;
/** Most cells before the one that is meant. */
const MAX_COLUMN = 32;

/** The cells of one row. */
const CELL =
  /<t[dh](?:\s[^<>]{0,120})?>(?:\s{0,40}<(?:code|b|strong|em|span|kbd|tt|pre)(?:\s[^<>]{0,80})?>){0,3}\s{0,40}([^<>]{0,520})/gi;

/** Reads the column under a head of an HTML table: `<th>Password</th>`. */
export function readHtmlColumn(
  text: ScannedText,
  head: Cell,
  judge: (cell: Cell) => CellKind,
): void {
  if (!/^<\/(?:(?:b|strong|em|span)><\/)?th>/i.test(text.slice(head.end, head.end + 16))) return;
  const before = text.slice(Math.max(0, head.start - BEFORE), head.start);
  const column = [
    ...before.slice(before.toLowerCase().lastIndexOf("<tr")).matchAll(/<t[dh][\s>]/gi),
  ].length;
  if (column === 0 || column > MAX_COLUMN) return;
  const behind = text.slice(head.end, head.end + BEHIND);
  const [rest = "", ...rows] = behind.split(/<tr(?=[\s>])/i);
  let at = head.end + rest.length;
  for (const row of rows) {
    at += "<tr".length;
    const cell = [...row.matchAll(CELL)][column - 1];
    const value = cell?.[1]?.trimEnd() ?? "";
    const start =
      at + (cell === undefined ? 0 : cell.index + cell[0].length - (cell[1] ?? "").length);
    if (value !== "" && judge({ start, end: start + value.length }) === "head") return;
    at += row.length;
  }
}
