import { skip } from "../../../pattern/sticky.ts";
import { codeAt, endsEscapedBreak, isAlnumAt, isWord, isWordAt } from "../../../text/chars.ts";
import type { ScannedText } from "../../../text/scanned-text.ts";
import type { Stretch } from "../../../text/stretch.ts";
import { STEM_ENDS } from "./stems.ts";

/** Longest part of a name on each side of the stem that triggered the detector. */
const NAME_REACH = 64;

/** The name in which the stem from `at` to `end` is. */
export function nameAround(text: ScannedText, at: number, end: number): Stretch {
  let start = at;
  while (at - start < NAME_REACH && isNameChar(text, start - 1)) start--;
  if (start < at && endsEscapedBreak(text, start + 1)) start++;
  start = behindPercent(text, start, at);
  let least = end;
  while (STEM_ENDS.includes(text.view.charAt(least - 1))) least--;
  let stop = least;
  while (least === end && stop - end < NAME_REACH && isNameChar(text, stop)) stop++;
  // A dot or dash at the end is punctuation.
  while (stop > least && !isWordAt(text, stop - 1) && codeAt(text, stop - 1) < 128) stop--;
  return { start, end: stop };
}

function isNameChar(text: ScannedText, index: number): boolean {
  const code = codeAt(text, index);
  if (isWord(code)) return true;
  if (code >= 0xc0) return code < 0x590 && code !== 0xd7 && code !== 0xf7;
  return (code === 45 || code === 46) && isAlnumAt(text, index + 1) && isWordAt(text, index - 1);
}

/** What can follow a name: a separator, or the beginning of a value. */
const MAY_FOLLOW = " \t\r\n=:,;>|<-?!+%&\"'`\\[])}({*_.是为為改设設はがを은는이가คขใ「『→➜➡➔⇒⟶👉";

/** The same, by code unit in ASCII. */
const FOLLOWS = new Uint8Array(128);
for (const char of MAY_FOLLOW) if (char < "\x80") FOLLOWS[char.charCodeAt(0)] = 1;

/** Whether a value may follow the name that ends at `index`. */
export function mayFollow(text: ScannedText, index: number): boolean {
  const code = codeAt(text, index);
  if (code < 128) return index >= text.length || FOLLOWS[code] === 1;
  return MAY_FOLLOW.includes(text.view.charAt(index));
}

/** The digits of a percent escape, which may itself be escaped. */
const ESCAPE_DIGITS = /(?:25){0,3}[\da-fA-F]{2}/y;

/**
 * The end of the escape digits at `start`, as in `%3Ftoken`, if within `limit`; otherwise `start`.
 */
function behindPercent(text: ScannedText, start: number, limit: number): number {
  if (codeAt(text, start - 1) !== PERCENT) return start;
  const end = skip(ESCAPE_DIGITS, text.view, start);
  return end <= limit ? end : start;
}

const PERCENT = 37;
