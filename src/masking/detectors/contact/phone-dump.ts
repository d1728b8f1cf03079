import { codeAt } from "../../text/chars.ts";
import type { NumberRun } from "../../text/number-run.ts";
import type { ScannedText } from "../../text/scanned-text.ts";

/** How far before and after a group its line is read. */
const REACH = 72;
const SPACE = 32;

/** The bytes of a line up to a group, and from it on. */
const BEFORE = /(?<![^\s])(?:[\da-f]{2} {1,2}){0,24}$/i;
const BEHIND = /^(?:[\da-f]{2}(?: {1,2}|(?!\S))){4,24}/i;
/** A byte with a digit and a letter, which no telephone number has. */
const MIXED = /\d[a-f]|[a-f]\d/i;
const BYTE = /(?<!\S)(?:\d[a-f]|[a-f]\d)(?!\S)/gi;
/** Fewer are a number with a floor, a house or an ordinal beside it: `06 12 34 56 78 2e étage`. */
const LEAST_BYTES = 8;
const LEAST_MIXED = 2;
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
  const after = text.after(start, REACH);
  if (lengths[first] !== 2) return LINE.test(after);
  const before = text.before(start, REACH);
  if (!MIXED.test(after) && !MIXED.test(before)) return false;
  const bytes = (BEFORE.exec(before)?.[0] ?? "") + (BEHIND.exec(after)?.[0] ?? "");
  return bytes.split(/ +/).length > LEAST_BYTES && (bytes.match(BYTE)?.length ?? 0) >= LEAST_MIXED;
}
