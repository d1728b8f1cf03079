import type { ContextRule } from "../../scan/context.ts";
import { CONTEXTUAL, type Emit, SHAPED } from "../../scan/detector.ts";
import {
  closesEmphasis,
  codeAt,
  isAlnum,
  isAlnumAt,
  isDigitAt,
  isLetter,
  isLetterAt,
  opensEmphasis,
  startsToken,
} from "../../text/chars.ts";
import { isLabelAt } from "../../text/glued-labels.ts";
import type { ScannedText } from "../../text/scanned-text.ts";

const SPACE = 32;
const HASH = 35;
const DOLLAR = 36;
const PERCENT = 37;
const OPENING = 40;
const CLOSING = 41;
const PLUS = 43;
const COMMA = 44;
const DASH = 45;
const DOT = 46;
const SLASH = 47;
const COLON = 58;
const AT = 64;
const UNDERSCORE = 95;
const LOWER_E = 101;
const LOWER_X = 120;
const EURO = 0x20ac;

/** The start of a number, including `+`, `(`, `+(`, `(+` or `+ ` before its first digit. */
export function openingOf(text: ScannedText, firstDigit: number): number {
  const before = codeAt(text, firstDigit - 1);
  if (before !== PLUS && before !== OPENING && before !== SPACE) return firstDigit;
  const beyond = codeAt(text, firstDigit - 2);
  if (before === SPACE) return beyond === PLUS ? firstDigit - 2 : firstDigit;
  const isPair = (beyond === PLUS || beyond === OPENING) && beyond !== before;
  return isPair ? firstDigit - 2 : firstDigit - 1;
}

/** Whether a number begins with a bracket that it does not close: `(+49 (0)30 901820`. */
function opensAround(text: ScannedText, start: number, end: number): boolean {
  if (codeAt(text, start) !== OPENING) return false;
  let open = 0;
  for (let at = start; at < end; at += 1) {
    const code = codeAt(text, at);
    if (code === OPENING) open += 1;
    else if (code === CLOSING) open -= 1;
  }
  return open > 0;
}

/**
 * Whether a number ends within a bracket that it opens, and other numbers fill: `192.0.2.7 (192`,
 * before the rest of another address. A bracket that nothing closes is a slip.
 */
export function endsInBracket(text: ScannedText, start: number, end: number): boolean {
  for (let at = end - 1; at > start; at--) {
    const code = codeAt(text, at);
    if (code === CLOSING) return false;
    if (code === OPENING) return FILLED.test(text.after(end, BRACKET_REACH));
  }
  return false;
}
const FILLED = /^[\d .-]{1,24}\)/;
const BRACKET_REACH = 25;

/**
 * Emits a number without the bracket that a sentence has put before it, `(+44 20 7946 0958)`: it is
 * the same number as elsewhere. `context` reads the text without the bracket as well.
 */
export function emitWithin(
  {
    text,
    start,
    end,
  }: { readonly text: ScannedText; readonly start: number; readonly end: number },
  emit: Emit,
  context?: ContextRule,
): void {
  const from = opensAround(text, start, end) ? start + 1 : start;
  if (context === undefined) emit(from, end, SHAPED);
  else if (from === start) emit(start, end, CONTEXTUAL, context);
  else {
    emit(from, end, CONTEXTUAL, (around) => {
      const { before, after, alone } = around;
      return context({ before: before.slice(0, -1), after, alone }) || context(around);
    });
  }
}

/** Longest operand of an addition, including what precedes it. */
const MAX_OPERAND = 36;
/** `cachedAt + `, `row.time + `, `= start + `; not the label of a number: `Tel. + 49 …`. */
const OPERAND =
  /(?:[a-z][A-Z]\w{0,20}|[A-Za-z]\w{0,20}[._]\w{1,20}|(?:[=<>*/-] ?|return )[a-z]\w{0,20}) ?$/;

/** `21.04578 +43.98366`: coordinates of a place or a star, with as many decimals. */
const FIRST_PLACE = /(?:^|[\s,;(])-?\d{1,3}\.(\d{3,8})[ ,\t]{1,2}$/;
const SECOND_PLACE = /^\+\d{1,3}\.(\d{3,8})(?![\d.])/;

function isCoordinate(text: ScannedText, start: number): boolean {
  const second = SECOND_PLACE.exec(text.after(start, 14));
  if (second === null) return false;
  const first = FIRST_PLACE.exec(text.before(start, 16));
  return first?.[1]?.length === second[1]?.length;
}

/**
 * `0 s + 539114308 ns`, `(a) + 4915…`, `cachedAt + 3153…`, `21.04578 +43.98366`: a sum or a
 * coordinate, not a plus before a country code.
 */
export function isSum(text: ScannedText, start: number): boolean {
  if (codeAt(text, start) !== PLUS) return false;
  if (codeAt(text, start + 1) !== SPACE) return isCoordinate(text, start);
  const before = text.before(start, MAX_OPERAND);
  return /(?:[\d)\]] ?|[\d)] [a-z] )$/.test(before) || OPERAND.test(before);
}

/**
 * Whether the number is not the rest of a word, a decimal, a version, an identifier or an amount.
 */
export function isClearBefore(text: ScannedText, start: number, firstDigit: number): boolean {
  const before = codeAt(text, start - 1);
  if (start < firstDigit) return !isAlnum(before) || codeAt(text, start) === OPENING;
  if (before === SPACE) return true;
  if (before === COMMA) return !isDigitAt(text, start - 2) || isGrouped(text, start);
  if (before === DOT && (isDecimal(text, start - 2) || isOfDiff(text, start))) return false;
  if (before === DOT || before === DASH) {
    return (
      !isAlnumAt(text, start - 2) ||
      /(?:^|[^a-z])(?:tel|mob|ph|fax)\.$/i.test(text.before(start, 5))
    );
  }
  if (before === COLON && isAccount(text, start)) return false;
  if (before === DOLLAR || before === HASH || before === PERCENT || before === EURO) return false;
  return startsToken(text, start);
}

/** `arn:aws:ssm-contacts:*:111122223333:…`: an account, in the name of a resource. */
function isAccount(text: ScannedText, start: number): boolean {
  return /\barn:aws[\w:*-]{1,48}$/.test(text.before(start, LONGEST_RESOURCE));
}

const LONGEST_RESOURCE = 56;

/** `index 38cf9f2c..00930757 100644`: numbers of files, as Git compares them. */
function isOfDiff(text: ScannedText, start: number): boolean {
  return /[\da-f]{7,40}\.\.$/.test(text.before(start, LONGEST_NUMBER));
}

const LONGEST_NUMBER = 42;

/** What precedes the dot of a decimal without a zero before it: `11-.001`, `0 .615`, `4c.615`. */
function isDecimal(text: ScannedText, beyond: number): boolean {
  const code = codeAt(text, beyond);
  if (code === DASH || code === COMMA) return true;
  return (code === SPACE || isLetter(code)) && isDigitAt(text, beyond - 1);
}

/** `415-555-0132`: numbers with thousands separators do not look like this. */
function isGrouped(text: ScannedText, start: number): boolean {
  return /^\d{3}([-.])\d{3}\1\d{4}(?!\d)/.test(text.after(start, 13));
}

/** `489-514 (2022)`, `327 - 336 (2004)`: the pages and the year of an article. */
const PAGES = /^\d{1,5} ?- ?\d{1,5} ?\((?:1[6-9]|20)\d\d$/;
/** `12345678-1111` that goes on with `-2222-800e-`: the beginning of an identifier in groups. */
function isOfGroups(text: ScannedText, start: number, end: number): boolean {
  return (
    /^-[\da-z]{4}-[\da-z]{4}-/i.test(text.after(end, 11)) &&
    /^\d{8}-\d{4}$/.test(text.slice(start, end))
  );
}

/** `1712345678.000100`: seconds since 1970 and their microseconds, as Slack numbers messages. */
function isTimestamp(text: ScannedText, start: number, end: number): boolean {
  return /^\.\d{6}(?!\d)/.test(text.after(end, 8)) && /^1\d{9}$/.test(text.slice(start, end));
}

/** A percent escape of `&`, `,`, `;` or `|`, also repeated (RFC 3986, section 2.1). */
const SEPARATOR = /^%(?:25){0,2}(?:26|2[Cc]|3[Bb]|7[Cc])/;

/**
 * Whether what follows does not make it part of something longer; an extension or a label may
 * follow.
 */
export function isClearAfter(text: ScannedText, start: number, end: number): boolean {
  const after = codeAt(text, end);
  if (after === SPACE) return true;
  if (after === UNDERSCORE) return opensEmphasis(text, start) && closesEmphasis(text, end);
  if (after === PERCENT) return SEPARATOR.test(text.after(end, 7));
  if (after === PLUS) return false;
  if (after === HASH && isTyped(text, start)) return false;
  // sip:+15125550145@gateway
  if (after === AT) return codeAt(text, start) === PLUS;
  if (after === COLON) return !isDigitAt(text, end + 1);
  if (isLetter(after)) return /^(?:x|ext)\.?\d/i.test(text.after(end, 6)) || isLabelAt(text, end);
  if (after === CLOSING && PAGES.test(text.slice(start, end))) return false;
  if (after !== DASH && after !== DOT && after !== SLASH) return true;
  if (after === DASH && isOfGroups(text, start, end)) return false;
  // One digit after a dot is a decimal.
  if (after === DOT && isDigitAt(text, end + 1))
    return isDigitAt(text, end + 2) && !isTimestamp(text, start, end);
  if (!isLetterAt(text, end + 1)) return true;
  // Between two slashes it is part of a path.
  if (after === SLASH) return codeAt(text, start - 1) !== SLASH;
  const label = text.after(end, 7);
  // Bookings of flights end with the kind of the number: mobile, home, business.
  if (codeAt(text, start) === PLUS && /^-[MHB](?![A-Za-z\d])/.test(label)) return true;
  return /^-(?:office|fax|mobile|cell|home|work)/i.test(label);
}

/** An identifier that is typed during a call: `Phone Conference ID: 167 285 593#`, `,,15509944334#`. */
function isTyped(text: ScannedText, start: number): boolean {
  return codeAt(text, start) !== PLUS && TYPED.test(text.before(start, LONGEST_LABEL));
}
const TYPED = /(?:,{2,4}|[\d\u007f],|(?<![A-Za-z])id(?:[. ][^\d\n]{0,32})?:\s{0,2})$/i;
const LONGEST_LABEL = 48;

/** The end of a number, including its extension: `x123`, `ext. 123`, `#123`. */
export function extensionEnd(text: ScannedText, end: number): number {
  const first = codeAt(text, end) === SPACE ? end + 1 : end;
  const sign = codeAt(text, first) | 32;
  if (sign !== LOWER_X && sign !== LOWER_E && sign !== HASH) return end;
  const match = /^ ?(?:x|ext\.?|extension|#)[ :]?\d{1,6}(?![A-Za-z0-9])/i.exec(text.after(end, 20));
  return match === null ? end : end + match[0].length;
}

/** Whether what follows a number up to `end` says that it is an extension: only telephones have it. */
export function isSpelledOut(text: ScannedText, end: number, extended: number): boolean {
  const first = codeAt(text, end) === SPACE ? end + 1 : end;
  return extended > end && (codeAt(text, first) | 32) === LOWER_E;
}
