import { codeAt } from "../../text/chars.ts";
import type { NumberRun } from "../../text/number-run.ts";
import type { ScannedText } from "../../text/scanned-text.ts";

/** How far before and after a group its line is read. */
const REACH = 72;
const SPACE = 32;

/** A byte with a digit and a letter, which no telephone number has. */
const BYTE = String.raw`(?:\d[a-f]|[a-f]\d)`;
const BEHIND_BYTE = new RegExp(String.raw`(?:^|\s)${BYTE} {1,2}(?:[\da-f]{2} {1,2}){0,16}$`, "i");
const BEFORE_BYTE = new RegExp(String.raw`^(?:[\da-f]{2} {1,2}){3,16}${BYTE}(?!\w)`, "i");
/** The bytes of a line behind their offset in the file. */
const LINE = /^(?:[\da-f]{4}|[\da-f]{8}):? {1,2}(?:[\da-f]{2} {1,2}){7}/i;

/**
 * Whether four groups from `first` on are bytes of a hexadecimal dump: `0010  45 00 00 25 00 01 …`.
 */
export function isOfDump(text: ScannedText, run: NumberRun, first: number): boolean {
  const { starts, ends, lengths } = run;
  if (lengths[first + 1] !== 2 || lengths[first + 2] !== 2 || lengths[first + 3] !== 2)
    return false;
  if (codeAt(text, ends[first + 1] as number) !== SPACE) return false;
  const start = starts[first] as number;
  const after = text.slice(start, start + REACH);
  if (lengths[first] !== 2) return LINE.test(after);
  return BEFORE_BYTE.test(after) || BEHIND_BYTE.test(text.slice(Math.max(0, start - REACH), start));
}
