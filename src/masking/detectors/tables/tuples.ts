import { codeAt } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import type { Stretch } from "../../text/stretch.ts";

/** The values of statements in SQL. */

/** What is between the name of a column and the values. */
const TUPLES = /^[^()\n]{0,600}\)[ \t\r\n]{0,8}VALUES[ \t\r\n]{0,8}/i;
/** One value of a tuple: a string, a number, or what is between commas. */
const ITEM =
  /[ \t]{0,4}(?:N?'((?:[^'\\\n]|''|\\.){0,256})'|"((?:[^"\\\n]|""|\\.){0,256})"|(\d{3,12})(?=[ \t]{0,4}[,)])|[^,()'"\n]{0,128}(?:\([^()\n]{0,64}\))?)[ \t]{0,4}([,)])/y;
const OPENING = 40;
/** Maximum number of values read per tuple. */
const MAX_ITEMS = 64;
/** Maximum number of tuples read per statement. */
const MAX_TUPLES = 64;

/** A string or a number of a tuple. */
interface TupleValue extends Stretch {
  readonly isNumber: boolean;
}

/**
 * The values of a column of `INSERT INTO t (a, b) VALUES (1, 'x'), …`, if `head` is one of its
 * names.
 */
export function tupleValues(text: ScannedText, head: Stretch): TupleValue[] {
  const from = Math.max(0, head.start - 600);
  const before = text.slice(from, head.start);
  const open = before.lastIndexOf("(");
  if (open < 0 || !/\binto\b[^(]{1,160}$/i.test(before.slice(0, open))) return [];
  const between = TUPLES.exec(text.after(head.end, 640));
  if (between === null) return [];
  const column = before.slice(open).split(",").length - 1;
  return tuplesFrom(text, head.end + between[0].length).flatMap((items) => items[column] ?? []);
}

/**
 * The values of each tuple in a list that begins at `from`; undefined for values that are neither
 * strings nor numbers.
 */
export function tuplesFrom(text: ScannedText, from: number): (TupleValue | undefined)[][] {
  const found: (TupleValue | undefined)[][] = [];
  let at = from;
  for (let i = 0; i < MAX_TUPLES && codeAt(text, at) === OPENING; i++) {
    const items = readTuple(text, at + 1);
    if (items === undefined) break;
    found.push(items);
    at = ITEM.lastIndex;
    at += /^[ \t]{0,4},[ \t\r\n]{0,8}/.exec(text.after(at, 16))?.[0].length ?? 0;
  }
  return found;
}

/** The values of the tuple that begins at `from`. Leaves `ITEM.lastIndex` after it. */
function readTuple(text: ScannedText, from: number): (TupleValue | undefined)[] | undefined {
  const items: (TupleValue | undefined)[] = [];
  ITEM.lastIndex = from;
  for (let index = 0; index <= MAX_ITEMS; index++) {
    const start = ITEM.lastIndex;
    const match = ITEM.exec(text.view);
    if (match === null) return undefined;
    const [item, string, quoted, number, sign] = match;
    items.push(valueIn({ item, start }, string ?? quoted, number));
    if (sign === ")") return items;
  }
  return undefined;
}

/** The value in an item that begins at `start`. */
function valueIn(
  { item, start }: { readonly item: string; readonly start: number },
  string: string | undefined,
  number: string | undefined,
): TupleValue | undefined {
  const content = string ?? number;
  if (content === undefined) return undefined;
  const isNumber = string === undefined;
  const at = start + item.indexOf(content, isNumber ? 0 : 1);
  return { start: at, end: at + content.length, isNumber };
}
