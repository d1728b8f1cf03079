import { codeAt, isAlnum, isDigitAt, isLetter, startsToken } from "../../text/chars.ts";
import type { NumberRun } from "../../text/number-run.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import { isOfPath, PATH_REACH } from "../network/drawing.ts";

/** What may be directly before and after the number of a card. */

export const MIN_DIGITS = 12;

const PERCENT = 37;
const DOT = 46;
const SLASH = 47;
/** After a percent sign, the beginning of track 1 of a magnetic stripe (ISO/IEC 7813). */
const FORMAT_B = 66;
const OPENING = 91;

/** Not the rest of a word, a decimal or a longer number. */
export function isClearBefore(text: ScannedText, run: NumberRun, first: number): boolean {
  const { starts, ends, lengths } = run;
  const start = starts[first] as number;
  const before = codeAt(text, start - 1);
  // `/399657/68221862-17ceb980-…`: parts of a path, the first too short for a card.
  const size = lengths[first] as number;
  if (
    before === SLASH &&
    size > 4 &&
    size < MIN_DIGITS &&
    goesOnInPath(text, ends[first] as number)
  )
    return false;
  if (before === DOT) {
    if (codeAt(text, start - 2) === OPENING) return false;
    // `.22.4911.4435.9881.6637`: more groups than a card has.
    if (isDigitAt(text, start - 2) && codeAt(text, ends[first] as number) === DOT)
      return OF_ITEM.test(text.before(start, 4));
    return (lengths[first] as number) <= 6 || !isDigitAt(text, start - 2);
  }
  if (!isLetter(before) || startsToken(text, start)) return true;
  if (before === FORMAT_B && codeAt(text, start - 2) === PERCENT) return true;
  return OF_PAYMENT.test(text.before(start, 8));
}
/** The number of an item in a list: `Card #1.4…`. */
const OF_ITEM = /(?:^|[\s#(])\d{1,2}\.$/;
/** How bookings of flights name the network before its number: `CC/VI4…`, `FP CCVI4…`. */
const OF_PAYMENT = /(?<![A-Za-z\d])(?:FP)?CC\/?(?:VI|CA|MC|AX|DC|DS|JC|TP)$/;

export function isClearAfter(
  text: ScannedText,
  { ends, lengths }: NumberRun,
  last: number,
): boolean {
  const end = ends[last] as number;
  const after = codeAt(text, end);
  if (after === DOT) return (lengths[last] as number) <= 6 || !isDigitAt(text, end + 1);
  return !isAlnum(after);
}

function goesOnInPath(text: ScannedText, end: number): boolean {
  return codeAt(text, end) === SLASH && isDigitAt(text, end + 1);
}

/**
 * `-.2494.2449.6587.2511`: decimals of a drawing, each without its leading zero; or its negative
 * numbers, `,0-5029-1968-5535-4561,974`.
 */
export function isOfDrawing(text: ScannedText, start: number, end: number): boolean {
  const before = text.before(start, PATH_REACH);
  const after = text.after(end, PATH_REACH);
  if (!text.slice(start, end).includes(".")) return NEGATIVE.test(before) && IN_LIST.test(after);
  return DECIMAL.test(before) || isOfPath(before, after);
}
/** A number in a list, and what follows the next one. */
const NEGATIVE = /\d[,-]\d{1,4}-$/;
const IN_LIST = /^,\d{1,4}[,-]\d/;
/** After a number and a space, a minus or a command, a dot begins a decimal. */
const DECIMAL = /\d(?:[ ,]|[ ,]?-|[A-Za-z]-?)\.$/;
