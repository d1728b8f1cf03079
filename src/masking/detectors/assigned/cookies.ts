import { looksRandom } from "../../checks/disorder.ts";
import { CONTEXTUAL, type Emit } from "../../scan/detector.ts";
import type { ScannedText } from "../../text/scanned-text.ts";

/** Most cookies of one header that are read. */
const MOST = 50;

const OPENING = /["'`]?[ \t]{0,2}[:=,][ \t]{0,2}(?:\[ ?)?["'`]?(?=[\w.%-]{1,64}=)/y;
/** Longest value that is read, more than any name of a session has. */
const LONGEST = 512;
const COOKIE = /[\w.%-]{1,64}=([^;\s"'`,\\]{0,512})(?:;[ \t]{0,2}|$)?/y;

/** `Cookie: lang=de; SID=…`: what servers know a visitor by looks random, settings do not. */
export function reportCookies(text: ScannedText, nameEnd: number, emit: Emit): void {
  OPENING.lastIndex = nameEnd;
  if (!OPENING.test(text.view)) return;
  COOKIE.lastIndex = OPENING.lastIndex;
  for (let i = 0; i < MOST; i++) {
    const match = COOKIE.exec(text.view);
    const value = match?.[1];
    if (match === null || value === undefined) return;
    const start = match.index + match[0].indexOf("=") + 1;
    // What follows is the rest of it: it would be read for a cookie once for each equals sign in it.
    if (value.length === LONGEST && !match[0].endsWith(";")) return;
    if (looksRandom(value)) emit(start, start + value.length, CONTEXTUAL);
  }
}
