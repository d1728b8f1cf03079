import { skip } from "../../../pattern/sticky.ts";
import { codeAt, isAlnumAt, isWordAt } from "../../../text/chars.ts";
import type { ScannedText } from "../../../text/scanned-text.ts";
import { MAX_VALUE } from "../value/value.ts";

/**
 * Characters that end an unquoted value, and those that do so unless the value continues after
 * them.
 */
const ENDS = 1;
const MAY_END = 2;
const GOES_ON = 4;
const ROLES = new Uint8Array(65_536);
for (const char of " \t\n\v\f\r\u00a0\ufeff\u2028\u2029\"'`,;<>|\\&\u007f，。；、") {
  ROLES[char.charCodeAt(0)] = ENDS;
}
// Thai, Chinese, Japanese and Korean text follows a value without a space, and is not typed into
// passwords.
for (const [first, last] of [
  [0x0e00, 0x0e7f],
  [0x3040, 0x9fff],
  [0xac00, 0xd7a3],
] as const)
  ROLES.fill(ENDS, first, last + 1);
for (const char of ")}]«»‹›") ROLES[char.charCodeAt(0)] = MAY_END;
for (const char of "!@#$%^*-_") ROLES[char.charCodeAt(0)] = GOES_ON;

/**
 * The end of an unquoted value; its start if there is none. A value that is too long keeps its
 * trailing punctuation: trimmed to the limit, it would be judged for each of the names in it.
 */
export function wordEnd(text: ScannedText, start: number): number {
  const tooLong = start + MAX_VALUE + MOST_TRAILING + 1;
  let end = endOfStretch(text, start, tooLong);
  if (end === tooLong) return end;
  while (end > start && TRAILING.includes(text.view.charAt(end - 1))) end--;
  return end;
}

/**
 * The end of the first word from `start` on, at most `limit`. Text that was read for the previous
 * name is not read again.
 */
function endOfStretch(text: ScannedText, start: number, limit: number): number {
  const { endless } = text;
  const isWithin = start >= endless.from && start < endless.to;
  let end = isWithin ? Math.min(endless.to, limit) : start;
  while (end < text.length && end < limit && !endsWord(text, end)) end++;
  if (!isWithin) endless.from = start;
  if (!isWithin || end > endless.to) endless.to = end;
  return end;
}

/** Punctuation after a value that mostly belongs to the sentence or code around it. */
const TRAILING = ".,:;?)]}*";
/** Most of them that can belong to a password. */
const MOST_TRAILING = 3;

/** `end`, or the end of the punctuation there if its literal or line ends right after it. */
export function literalEnd(text: ScannedText, end: number, closing: number): number {
  let at = end;
  while (at - end < MOST_TRAILING && ".?*:".includes(text.view.charAt(at) || " ")) at++;
  const isLineEnd = at === text.length || codeAt(text, at) === 13;
  return codeAt(text, at) === closing || (isLineEnd && closing === LINE_FEED) ? at : end;
}

const LINE_FEED = 10;

const QUESTION_MARK = 63;
const ASTERISK = 42;

/** Whether the character at `index` does not always end a value. */
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
/** Longest name of a parameter or an entity that is checked. */
const MAX_PARAMETER = 40;

/**
 * Whether the ampersand joins parameters or commands, or begins an entity: `&page=2`,
 * `&user[email]=`, `&&`, `&quot;`.
 */
function isBetweenPairs(text: ScannedText, index: number): boolean {
  let end = index + 1;
  while (end - index < MAX_PARAMETER && (isWordAt(text, end) || codeAt(text, end) === 45)) end++;
  const code = codeAt(text, end);
  if (end === index + 1 || code === 61 || code === 59 || code === AMPERSAND) return true;
  if (code !== 91) return false;
  while (end - index < MAX_PARAMETER && isOfParameter(text, end)) end++;
  return codeAt(text, end) === 61;
}

/** A word character, a dash or a bracket. */
function isOfParameter(text: ScannedText, index: number): boolean {
  const code = codeAt(text, index);
  return isWordAt(text, index) || code === 45 || code === 91 || code === 93;
}

/**
 * Characters of a word without punctuation that ends it; and of a word that continues a password.
 */
const PLAIN = String.raw`[^\s"'\`=:,;<>|&\\\u007f]`;
const MORE = String.raw`(?=\w{0,64}\d?\w{0,64}[!#%^*@$?])(?=${PLAIN}{0,64}\d)${PLAIN}{1,64}`;
/** A value of its own after a comma or a bar: an e-mail address, a card number. */
const ANOTHER = String.raw`\w[\w.+-]{0,64}@[\w-]{1,63}\.|\d{12}`;
/** What still belongs to a password after characters that mostly end one. */
const TAIL = new RegExp(
  String.raw`(?:\\[!#$%^&*()=@~?+.<>|;]${PLAIN}{0,64}|["'](?=\w{0,64}\d)${PLAIN}{1,64}(?=[\s,;<>|&\\]|$)|[,;<>|](?!${ANOTHER})${MORE}(?=[\s,;<>|&"'\\]|$)){1,8}`,
  "y",
);

/**
 * The end of an unquoted password whose part up to `end` is one by itself: after an escaped
 * character, `Falcon9\$46x`, or after a quote or a comma with more of the same kind,
 * `Falcon9#46,x31!`.
 */
export function wholeEnd(text: ScannedText, end: number): number {
  const next = codeAt(text, end);
  if (next === QUESTION_MARK || next === ASTERISK) {
    // Two are emphasis or sentence punctuation.
    const whole = literalEnd(text, end, LINE_FEED);
    return whole === end + 1 ? whole : end;
  }
  if ((ROLES[codeAt(text, end)] as number) !== ENDS || codeAt(text, end) <= 32) return end;
  return skip(TAIL, text.view, end);
}

/** The end of the characters that need no input method: a sentence may continue after them. */
export function asciiEnd(text: ScannedText, start: number): number {
  let end = start;
  while (end - start <= MAX_VALUE && codeAt(text, end) > 32 && codeAt(text, end) < 127) end++;
  // A remark in the other language begins at the bracket.
  while (end > start && "([{".includes(text.view.charAt(end - 1))) end--;
  return end;
}
