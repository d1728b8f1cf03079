import { endAt, isAt } from "../../pattern/sticky.ts";
import { codeAt } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";

/**
 * Minimum width of a wrapped line: mail and terminals wrap at longer ones, and below shorter ones a
 * sentence may continue.
 */
const LEAST_WIDTH = 60;
const MOST_WIDTH = 256;
const MOST_LINES = 64;
/** Minimum length of a signature (HS256, RFC 7518 3.2). */
const LEAST_SIGNATURE = 43;

/** A line break with the quote marks and indents of mail, and the piece of a token after it. */
const BREAK = /\\?\r?\n[ \t>]{0,8}/y;
const BREAKS = new RegExp(BREAK.source, "g");
const LINE_ENDS = "\r\n\"'`,;)]}<";
const PIECE = /[A-Za-z0-9_-]{1,256}={0,2}(?:\.[A-Za-z0-9_-]{0,256}){0,4}|\.[A-Za-z0-9_-]{1,256}/y;

/**
 * Where a token ends if its part from `start` to `end` fills its line: at the end of the last line
 * it was wrapped into. All lines have the same width except the last. `end` if it is not wrapped.
 */
export function wrappedEnd(text: ScannedText, start: number, end: number): number {
  let stop = end;
  let width = 0;
  let piece = start;
  for (let lines = 0; lines < MOST_LINES; lines++) {
    const next = stop > start ? behindBreak(text, stop) : -1;
    if (next < 0) return stop;
    const column = columnOf(text, stop);
    if (column < LEAST_WIDTH || (width > 0 && column !== width && stop - piece !== width))
      return stop;
    const whole = isWhole(text.slice(start, stop));
    if ((whole && width === 0) || !isAt(PIECE, text.view, next)) return stop;
    // A sentence may begin below a line that the token happens to fill.
    if (whole && !LINE_ENDS.includes(text.view.charAt(PIECE.lastIndex) || "\n")) return stop;
    if (width === 0) width = column;
    piece = next;
    stop = PIECE.lastIndex;
  }
  return stop;
}

function behindBreak(text: ScannedText, at: number): number {
  const code = codeAt(text, at);
  if (code !== 10 && code !== 13 && code !== 92) return -1;
  return endAt(BREAK, text.view, at);
}

/** Distance from the beginning of the line; 0 if the line is too long to be a wrapped one. */
function columnOf(text: ScannedText, at: number): number {
  let start = at;
  while (at - start < MOST_WIDTH && start > 0 && codeAt(text, start - 1) !== 10) start--;
  return at - start < MOST_WIDTH ? at - start : 0;
}

/** Joins the lines of a token. */
export function joined(lines: string): string {
  return lines.replace(BREAKS, "");
}

/** Whether a token is complete: three parts, the last as long as a signature. */
function isWhole(token: string): boolean {
  const parts = joined(token).split(".");
  return parts.length === 3 && (parts[2] ?? "").length >= LEAST_SIGNATURE;
}
