import { codeAt, isAlnumAt, isWordAt } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import { MAX_VALUE } from "./value.ts";

/** What ends a value without quotes, and what does so unless it goes on behind. */
const ENDS = 1;
const MAY_END = 2;
const GOES_ON = 4;
const ROLES = new Uint8Array(65_536);
for (const char of " \t\n\v\f\r\u00a0\ufeff\u2028\u2029\"'`,;<>|\\&\u007f，。；、") {
  ROLES[char.charCodeAt(0)] = ENDS;
}
// Thai, Chinese, Japanese and Korean go on behind a value without a space; nobody types them into a password.
for (const [first, last] of [
  [0x0e00, 0x0e7f],
  [0x3040, 0x9fff],
  [0xac00, 0xd7a3],
] as const)
  ROLES.fill(ENDS, first, last + 1);
for (const char of ")}]«»‹›") ROLES[char.charCodeAt(0)] = MAY_END;
for (const char of "!@#$%^*-_") ROLES[char.charCodeAt(0)] = GOES_ON;

/**
 * Where a value without quotes ends; where it begins when it is none. One that is too long stays so:
 * without the signs at the end of what was read of it, it would be looked at for each of the names in it.
 */
export function wordEnd(text: ScannedText, start: number): number {
  const tooLong = start + MAX_VALUE + MOST_TRAILING + 1;
  let end = endOfStretch(text, start, tooLong);
  if (end === tooLong) return end;
  while (end > start && TRAILING.includes(text.view.charAt(end - 1))) end--;
  return end;
}

/** Where the first word from `start` on ends, `limit` at most. What was read for the name before is not read again. */
function endOfStretch(text: ScannedText, start: number, limit: number): number {
  const { endless } = text;
  const isWithin = start >= endless.from && start < endless.to;
  let end = isWithin ? Math.min(endless.to, limit) : start;
  while (end < text.length && end < limit && !endsWord(text, end)) end++;
  if (!isWithin) endless.from = start;
  if (!isWithin || end > endless.to) endless.to = end;
  return end;
}

/** Signs behind a value that mostly are those of the sentence or the code around it. */
const TRAILING = ".,:;?)]}*";
/** Most of them that are a password's own. */
const MOST_TRAILING = 3;

/** `end`, or behind the signs there when what ends the literal, or its line, stands right behind them. */
export function literalEnd(text: ScannedText, end: number, closing: number): number {
  let at = end;
  while (at - end < MOST_TRAILING && ".?*:".includes(text.view.charAt(at) || " ")) at++;
  const isLineEnd = at === text.length || codeAt(text, at) === 13;
  return codeAt(text, at) === closing || (isLineEnd && closing === LINE_FEED) ? at : end;
}

const LINE_FEED = 10;

const QUESTION_MARK = 63;
const ASTERISK = 42;

/** Whether the character at `index` is none that ends a value wherever it stands. */
export function isInWord(text: ScannedText, index: number): boolean {
  return ROLES[codeAt(text, index)] !== ENDS;
}

function endsWord(text: ScannedText, index: number): boolean {
  const role = ROLES[codeAt(text, index)] as number;
  if (role === 0 || role === GOES_ON) return false;
  if (role === ENDS) return codeAt(text, index) !== AMPERSAND || isBetweenPairs(text, index);
  return !isAlnumAt(text, index + 1) && ROLES[codeAt(text, index + 1)] !== GOES_ON;
}

const AMPERSAND = 38;
/** Longest name of a parameter or an entity that is looked at. */
const MAX_PARAMETER = 40;

/** Whether the ampersand joins parameters or commands, or begins an entity: `&page=2`, `&&`, `&quot;`. */
function isBetweenPairs(text: ScannedText, index: number): boolean {
  let end = index + 1;
  while (end - index < MAX_PARAMETER && (isWordAt(text, end) || codeAt(text, end) === 45)) end++;
  const code = codeAt(text, end);
  return end === index + 1 || code === 61 || code === 59 || code === AMPERSAND;
}

/** Characters of a word that no sign ends; and of one that more of a password is in. */
const PLAIN = String.raw`[^\s"'\`=:,;<>|&\\\u007f]`;
const MORE = String.raw`(?=\w{0,64}\d?\w{0,64}[!#%^*@$?])(?=${PLAIN}{0,64}\d)${PLAIN}{1,64}`;
/** What is a value by itself behind a comma or a bar: an address, a card. */
const ANOTHER = String.raw`\w[\w.+-]{0,64}@[\w-]{1,63}\.|\d{12}`;
/** What still belongs to a password behind what mostly ends one. */
const TAIL = new RegExp(
  String.raw`(?:\\[!#$%^&*()=@~?+.<>|;]${PLAIN}{0,64}|["'](?=\w{0,64}\d)${PLAIN}{1,64}(?=[\s,;<>|&\\]|$)|[,;<>|](?!${ANOTHER})${MORE}(?=[\s,;<>|&"'\\]|$)){1,8}`,
  "y",
);

/**
 * Where a password without quotes ends, of which the part up to `end` is one by itself: behind an
 * escaped sign, `Falcon9\$46x`, or behind a quote or a comma with more of its kind, `Falcon9#46,x31!`.
 */
export function wholeEnd(text: ScannedText, end: number): number {
  const next = codeAt(text, end);
  if (next === QUESTION_MARK || next === ASTERISK) {
    // Two are emphasis or those of a sentence.
    const whole = literalEnd(text, end, LINE_FEED);
    return whole === end + 1 ? whole : end;
  }
  if ((ROLES[codeAt(text, end)] as number) !== ENDS || codeAt(text, end) <= 32) return end;
  TAIL.lastIndex = end;
  return TAIL.test(text.view) ? TAIL.lastIndex : end;
}

/** Where the characters end that a keyboard types without a method: a sentence may go on behind. */
export function asciiEnd(text: ScannedText, start: number): number {
  let end = start;
  while (end - start <= MAX_VALUE && codeAt(text, end) > 32 && codeAt(text, end) < 127) end++;
  // A remark in the other language begins there.
  while (end > start && "([{".includes(text.view.charAt(end - 1))) end--;
  return end;
}
