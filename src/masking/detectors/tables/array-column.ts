import { codeAt } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import type { Cell, CellKind } from "./columns.ts";

/** How far before a head its array is looked for, and behind it its end. */
const REACH = 1_200;
/** Most rows that are read. */
const MAX_ROWS = 256;

/** The quote of a string, as it is or as it stands in JSON within JSON. */
const QUOTE = String.raw`\\{0,3}"`;
/** Space, and a line break as it is or escaped. */
const GAP = String.raw`(?:\s|\\{1,4}[nrt]){0,40}`;
const NAME = String.raw`${QUOTE}[^"\\\n]{0,60}${QUOTE}`;

/** Names from the beginning of their array up to the quote of the head, and from that quote on. */
const BEFORE = new RegExp(`\\[${GAP}((?:${NAME}${GAP},${GAP}){0,32})${QUOTE}$`);
const BEHIND = new RegExp(`${QUOTE}((?:${GAP},${GAP}${NAME}){0,32})${GAP}\\]`, "y");
/** A member between the two: the numbers of the rows, how many there are. */
const MEMBER = String.raw`${NAME}${GAP}:${GAP}(?:\[[^[\]{}]{0,600}\]|${NAME}|\w{1,24})${GAP},${GAP}`;
/** Between the names and the rows: nothing, or the name of these. */
const ROWS = new RegExp(
  `${GAP},${GAP}(?:(?:${MEMBER}){0,3}${QUOTE}(?:rows|data|values|records|results?|items|tuples)${QUOTE}${GAP}:${GAP}\\[${GAP})?(?=\\[)|${GAP}(?=\\[)`,
  "y",
);
/** A value of a row: a string, or anything else that has no parts. */
const ITEM = new RegExp(
  String.raw`${GAP}(?:(${QUOTE})([^"\\\n]{0,512})${QUOTE}|[^,"[\]{}\\]{0,64})${GAP}([,\]])`,
  "y",
);
const NEXT_ROW = new RegExp(`${GAP},?${GAP}(?=\\[)`, "y");

const COMMA = 44;
const CLOSING = 93;

/**
 * Reads the column under a head that is a string of an array, where rows are arrays as well:
 * `{"columns": ["user", "password"], "rows": [["ada", "…"]]}`, and rows of which the first has the names.
 */
export function readArrayColumn(
  text: ScannedText,
  head: Cell,
  judge: (cell: Cell) => CellKind,
): void {
  if (!mayBeElement(text, head.end)) return;
  const before = BEFORE.exec(text.slice(Math.max(0, head.start - REACH), head.start));
  if (before === null) return;
  BEHIND.lastIndex = head.end;
  const behind = BEHIND.exec(text.view);
  if (behind === null) return;
  const column = namesIn(before[1]);
  const size = column + 1 + namesIn(behind[1]);
  ROWS.lastIndex = BEHIND.lastIndex;
  if (!ROWS.test(text.view)) return;
  let at = ROWS.lastIndex;
  for (let row = 0; row < MAX_ROWS; row++) {
    const items = rowFrom(text, at + 1, size);
    const end = ITEM.lastIndex;
    if (items === undefined) return;
    const cell = items[column];
    if (cell !== undefined && judge(cell) === "head") return;
    NEXT_ROW.lastIndex = end;
    if (!NEXT_ROW.test(text.view)) return;
    at = NEXT_ROW.lastIndex;
  }
}

/** Whether a quote stands at `end`, and behind it what parts elements or ends them: of most names in quotes, a colon. */
export function mayBeElement(text: ScannedText, end: number): boolean {
  let at = end;
  while (at - end < 3 && codeAt(text, at) === 92) at++;
  if (codeAt(text, at) !== 34) return false;
  const next = codeAt(text, at + 1);
  return next === COMMA || next === CLOSING || next <= 32 || next === 92;
}

function namesIn(list = ""): number {
  return (list.match(/"[^"\\\n]{0,60}\\{0,3}"/g) ?? []).length;
}

/** The values of the row that begins at `from`, if it has so many; undefined for those that are no strings. `ITEM` stops behind it. */
function rowFrom(text: ScannedText, from: number, size: number): (Cell | undefined)[] | undefined {
  const items: (Cell | undefined)[] = [];
  ITEM.lastIndex = from;
  while (items.length < size) {
    const start = ITEM.lastIndex;
    const match = ITEM.exec(text.view);
    if (match === null) return undefined;
    const [all, quote, value, sign] = match;
    if (quote === undefined || value === undefined) items.push(undefined);
    else {
      const at = start + all.indexOf(quote) + quote.length;
      items.push({ start: at, end: at + value.length });
    }
    if (sign === "]") return items.length === size ? items : undefined;
  }
  return undefined;
}
