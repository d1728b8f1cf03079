import { groupsBehind, lookingBack } from "../../pattern/looking-back.ts";
import { isAt, matchAt } from "../../pattern/sticky.ts";
import { codeAt } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import type { Stretch } from "../../text/stretch.ts";
import type { CellKind } from "./columns.ts";

/** Maximum distance between a header and the start of its array, and its end. */
const REACH = 1_200;
/** Maximum number of rows read. */
const MAX_ROWS = 256;

/** The quote of a string, plain or escaped in JSON within JSON. */
const QUOTE = String.raw`\\{0,3}"`;
/** Whitespace, with line breaks plain or escaped. */
const GAP = String.raw`(?:\s|\\{1,4}[nrt]){0,40}`;
const NAME = String.raw`${QUOTE}[^"\\\n]{0,60}${QUOTE}`;

/**
 * The names from the start of their array up to the opening quote of the header, and from its
 * closing quote on.
 */
const BEFORE = lookingBack(new RegExp(`(\\[${GAP}((?:${NAME}${GAP},${GAP}){0,32})${QUOTE})`));
const BEHIND = new RegExp(`${QUOTE}((?:${GAP},${GAP}${NAME}){0,32})${GAP}\\]`, "y");
/** A member between the names and the rows: row numbers, or the row count. */
const MEMBER = String.raw`${NAME}${GAP}:${GAP}(?:\[[^[\]{}]{0,600}\]|${NAME}|\w{1,24})${GAP},${GAP}`;
/** What separates the names and the rows: nothing, or the member name of the rows. */
const ROWS = new RegExp(
  `${GAP},${GAP}(?:(?:${MEMBER}){0,3}${QUOTE}(?:rows|data|values|records|results?|items|tuples)${QUOTE}${GAP}:${GAP}\\[${GAP})?(?=\\[)|${GAP}(?=\\[)`,
  "y",
);
/** A value of a row: a string, or another value without nested values. */
const ITEM = new RegExp(
  String.raw`${GAP}(?:(${QUOTE})([^"\\\n]{0,512})${QUOTE}|[^,"[\]{}\\]{0,64})${GAP}([,\]])`,
  "y",
);
const NEXT_ROW = new RegExp(`${GAP},?${GAP}(?=\\[)`, "y");

/** Another row right before the one with the header. */
const ROW_BEFORE = new RegExp(`\\]${GAP},?${GAP}$`);
/** Maximum distance between the two. */
const ROW_REACH = 82;

const COMMA = 44;
const CLOSING = 93;

/**
 * Reads the column of a header that is a string in an array, with rows that are arrays too:
 * `{"columns": ["user", "password"], "rows": [["ada", "…"]]}`, and rows of which the first has the
 * names. `judge` learns whether no row precedes the one with the header.
 */
export function readArrayColumn(
  text: ScannedText,
  head: Stretch,
  judge: (cell: Stretch, isFirst: boolean) => CellKind,
): void {
  if (!mayBeElement(text, head.end)) return;
  // Reads 32 names back from each name of a long list, so only if an array begins there.
  if (!text.before(head.start, REACH).includes("[")) return;
  const [, before = "", names] = groupsBehind(text, head.start, BEFORE) ?? [];
  if (before === "" || before.length > REACH) return;
  const behind = matchAt(BEHIND, text.view, head.end);
  if (behind === null) return;
  const column = namesIn(names);
  const size = column + 1 + namesIn(behind[1]);
  if (!isAt(ROWS, text.view, BEHIND.lastIndex)) return;
  const start = head.start - before.length;
  const isFirst = !ROW_BEFORE.test(text.before(start, ROW_REACH));
  let at = ROWS.lastIndex;
  for (let row = 0; row < MAX_ROWS; row++) {
    const items = rowFrom(text, at + 1, size);
    const end = ITEM.lastIndex;
    if (items === undefined) return;
    const cell = items[column];
    if (cell !== undefined && judge(cell, isFirst) === "head") return;
    if (!isAt(NEXT_ROW, text.view, end)) return;
    at = NEXT_ROW.lastIndex;
  }
}

/**
 * Whether `end` is a quote followed by what separates or ends elements. Most quoted names are
 * followed by a colon instead.
 */
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

/**
 * The values of the row that begins at `from`, with undefined for values that are not strings.
 * Undefined if their number is not `size`. Leaves `ITEM.lastIndex` after the row.
 */
function rowFrom(
  text: ScannedText,
  from: number,
  size: number,
): (Stretch | undefined)[] | undefined {
  const items: (Stretch | undefined)[] = [];
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
