import { skip } from "../../../pattern/sticky.ts";
import { codeAt } from "../../../text/chars.ts";
import type { ScannedText } from "../../../text/scanned-text.ts";
import type { Grade } from "../name/name.ts";
import { isSecretValue, MAX_VALUE } from "./value.ts";

/**
 * Longest one-word value that is read, in code units: cloud sessions have a thousand, keys and
 * settings in base64 ten thousand.
 */
const LONGEST = 65_536;

/**
 * Characters of tokens and base64. No assignment operator is among them: in a row of names with
 * values, each character is read for one name only.
 */
const OF_TOKEN = new Uint8Array(128);
for (const char of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+/.~!*$") {
  OF_TOKEN[char.charCodeAt(0)] = 1;
}

/** `+` and `/` of base64, percent-encoded, and a slash as some JSON writers escape it. */
const ENCODED_SIGN = /%2[BFbf]|\\\//y;
/** Base64 padding, also percent-encoded. */
const PADDING = /(?:={1,3}|(?:%3[Dd]){1,3})/y;
const PERCENT = 37;
const BACKSLASH = 92;
/** An unquoted value followed by one of these is part of something else. */
const GOES_ON = "=:([{%@\\";
/** The next parameter of a URL that is itself percent-encoded. */
const NEXT_PARAMETER = /%(?:25){0,2}2[36]/y;
/** Trailing characters that belong to the sentence. */
const TRAILING = ".!*";

/**
 * The end of a one-word value that is longer than others may be; -1 if there is none. `closing`:
 * what must follow the value, empty without quotes.
 */
export function longEnd(text: ScannedText, start: number, closing: string): number {
  const word = tokenEnd(text, start);
  if (word - start <= MAX_VALUE) return -1;
  const end = behind(text, word, PADDING);
  if (closing !== "") return text.view.startsWith(closing, end) ? end : -1;
  const goesOn = end < text.length && GOES_ON.includes(text.view.charAt(end));
  if (goesOn && behind(text, end, NEXT_PARAMETER) === end) return -1;
  return end > word ? end : withoutTrailing(text, end);
}

function tokenEnd(text: ScannedText, start: number): number {
  let end = start;
  while (end - start < LONGEST) {
    const code = codeAt(text, end);
    const isSign = code === PERCENT || code === BACKSLASH;
    const next = isSign ? behind(text, end, ENCODED_SIGN) : end + (OF_TOKEN[code] ?? 0);
    if (next === end) break;
    end = next;
  }
  return end;
}

/** The end of the match of `expression` at `at`; `at` itself without a match. */
function behind(text: ScannedText, at: number, expression: RegExp): number {
  return skip(expression, text.view, at);
}

function withoutTrailing(text: ScannedText, end: number): number {
  let stop = end;
  while (TRAILING.includes(text.view.charAt(stop - 1))) stop--;
  return stop;
}

/** How files begin in base64: images, audio, documents, fonts, archives and programs. */
const OF_FILE =
  /^(?:iVBORw0KGgo|\/9j\/|R0lGOD|UklGR|PHN2Zy|PD94bWwg|Qk0|JVBERi0|UEsDB|AGFzbQ|T2dnU|SUQz|d09G|AAEAAAA|T1RUTw|AAAA|f0VMR|TVqQ)/;

/** One word of token characters. */
const ONE_WORD = /^[\w+/.~!*$-]+={0,3}$/;

/** Whether a value that was read to its end elsewhere is such a word. */
export function isLongWord(value: string): boolean {
  return value.length > MAX_VALUE && value.length <= LONGEST && ONE_WORD.test(value);
}

/** Whether such a value is a secret: judged by its beginning, and not a file. */
export function isLongSecret(value: string, grade: Grade): boolean {
  if (grade === "bare" || OF_FILE.test(value)) return false;
  return isSecretValue(value.slice(0, MAX_VALUE), { grade, isQuoted: true, isText: false });
}
