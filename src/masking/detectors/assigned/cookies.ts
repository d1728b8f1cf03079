import { looksRandom } from "../../checks/disorder.ts";
import { CONTEXTUAL, type Emit } from "../../scan/detector.ts";
import type { ScannedText } from "../../text/scanned-text.ts";

/** Most cookies of one header that are read. */
const MOST = 50;

const OPENING = /["'`]?[ \t]{0,2}[:=,][ \t]{0,2}(?:\[ ?)?["'`]?(?=[\w.%-]{1,64}=)/y;
/** Of a value, as much as tells what it is. The rest of a long one is no other. */
const JUDGED = 512;
/** What is read for cookies by itself: a value ends before it, or a row of such names would be read from each. */
const ANOTHER_NAME = "[cC][oO]{2}[kK][iI][eE][:=]";
/** A cookie with the longest value that browsers keep (RFC 6265, 6.1): sessions that are encrypted need it. */
const COOKIE = new RegExp(
  String.raw`[\w.%-]{1,64}=((?:(?!${ANOTHER_NAME})[^;\s"'\`,\\]){0,4096})(?:(;[ \t]{0,2})|(${ANOTHER_NAME}))?`,
  "y",
);

/** `Cookie: lang=de; SID=…`: what servers know a visitor by looks random, settings do not. */
export function reportCookies(text: ScannedText, nameEnd: number, emit: Emit): void {
  OPENING.lastIndex = nameEnd;
  if (!OPENING.test(text.view)) return;
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
