import { looksRandom } from "../../checks/disorder.ts";
import { isAt } from "../../pattern/sticky.ts";
import { CONTEXTUAL, type Emit } from "../../scan/detector.ts";
import type { ScannedText } from "../../text/scanned-text.ts";

/** Most cookies that are read per header. */
const MOST = 50;

const OPENING = /["'`]?[ \t]{0,2}[:=,][ \t]{0,2}(?:\[ ?)?["'`]?(?=[\w.%-]{1,64}=)/y;
/** How much of a value is judged. The rest of a long value is no different. */
const JUDGED = 512;
/**
 * A name that is read for cookies itself, so a value ends before it: a row of such names would
 * otherwise be read from each of them.
 */
const ANOTHER_NAME = "[cC][oO]{2}[kK][iI][eE][:=]";
/**
 * A cookie with the longest value that browsers keep (RFC 6265, 6.1), which encrypted sessions
 * need.
 */
const COOKIE = new RegExp(
  String.raw`[\w.%-]{1,64}=((?:(?!${ANOTHER_NAME})[^;\s"'\`,\\]){0,4096})(?:(;[ \t]{0,2})|(${ANOTHER_NAME}))?`,
  "y",
);

/** `Cookie: lang=de; SID=…`: values that identify a visitor look random, settings do not. */
export function reportCookies(text: ScannedText, nameEnd: number, emit: Emit): void {
  if (!isAt(OPENING, text.view, nameEnd)) return;
  COOKIE.lastIndex = OPENING.lastIndex;
  for (let i = 0; i < MOST; i++) {
    const match = COOKIE.exec(text.view);
    const value = match?.[1];
    if (match === null || value === undefined) return;
    if (match[3] !== undefined) return;
    const start = match.index + match[0].indexOf("=") + 1;
    if (looksRandom(value.slice(0, JUDGED))) emit(start, start + value.length, CONTEXTUAL);
    if (match[2] === undefined) return;
  }
}
