import { codeAt, isWordAt } from "../../../text/chars.ts";
import type { ScannedText } from "../../../text/scanned-text.ts";

/** What openers and schemes begin with. Most values begin otherwise and need no closer look. */
const OPENS = 1;
const BEGINS_SCHEME = 2;
const BEGINS_CALL = 4;
const BEGINNINGS = new Uint8Array(128);
for (const char of "nrRbuf@NBsSEFhHC[{\"'`\\q%~$<") BEGINNINGS[char.charCodeAt(0)] = OPENS;
for (const char of "AIKQTDLUOPMGJVWXYZ_acegijlmptuw") BEGINNINGS[char.charCodeAt(0)] = BEGINS_CALL;
for (const char of "bBtTaAsSdDnN") {
  const code = char.charCodeAt(0);
  BEGINNINGS[code] = (BEGINNINGS[code] as number) | BEGINS_SCHEME;
}

/** Whether the name of a scheme may be at `index`. */
export function mayBeginScheme(text: ScannedText, index: number): boolean {
  return mayBegin(text, index, BEGINS_SCHEME);
}

/** Whether an opener may be at `index`. */
export function mayOpen(text: ScannedText, index: number): boolean {
  return mayBegin(text, index, OPENS) || isCall(text, index);
}

function mayBegin(text: ScannedText, index: number, what: number): boolean {
  const code = codeAt(text, index);
  return code < BEGINNINGS.length && ((BEGINNINGS[code] as number) & what) !== 0;
}

/** More than the longest name of a call that converts a literal. */
const MOST_OF_CALL = 40;

/** Whether `OPENER` may match a call or a prefix: `std::string(`, `L"`. Most letters begin words. */
function isCall(text: ScannedText, from: number): boolean {
  if (!mayBegin(text, from, BEGINS_CALL)) return false;
  for (let at = from + 1; at <= from + MOST_OF_CALL; at++) {
    const code = codeAt(text, at);
    if (code === 40 || code === 34) return true;
    // Dots, colons and arrows: `Hash::make(`, `$hasher->hash(`.
    if (!isWordAt(text, at) && code !== 46 && code !== 58 && code !== 45 && code !== 62)
      return false;
  }
  return false;
}
