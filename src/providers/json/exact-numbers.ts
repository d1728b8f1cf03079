import { endOfString } from "../../base/end-of-string.ts";

/** Checked first: most requests have no numbers that a double cannot hold. */
const LONG = /\d[\d.]{15}|\d[eE][+-]?\d{3}/;
const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** As many digits as tell every double from every other one. */
const MOST_DIGITS = 17;

const QUOTE = 0x22;
const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const LARGE_E = 0x45;
const SMALL_E = 0x65;

/**
 * A valid JSON text with numbers beyond the precision of a double as strings, so that their digits
 * are shown as they are sent. The same text if there are none.
 */
export function withExactNumbers(json: string): string {
  if (!LONG.test(json)) return json;
  let exact = "";
  let from = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at + 1);
    else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const number = numberAt(json, at);
      if (!isExact(number)) {
        exact += `${json.slice(from, at)}"${number}"`;
        from = at + number.length;
      }
      at += number.length - 1;
    }
  }
  return exact + json.slice(from);
}

/** Whether a text is what {@link withExactNumbers} makes of a number, and nothing else. */
export function isInexactNumber(text: string): boolean {
  return LONG.test(text) && NUMBER.test(text) && !isExact(text);
}

function numberAt(json: string, at: number): string {
  let end = at;
  while (isPartOfNumber(json.charCodeAt(end))) end += 1;
  return json.slice(at, end);
}

function isPartOfNumber(code: number): boolean {
  if (code >= ZERO && code <= NINE) return true;
  return code === POINT || code === MINUS || code === PLUS || isExponent(code);
}

function isExponent(code: number): boolean {
  return code === SMALL_E || code === LARGE_E;
}

function isExact(number: string): boolean {
  if (countDigits(number) > MOST_DIGITS) return false;
  const held = Number(number);
  const written = String(held);
  if (written === number) return true;
  const digits = digitsOf(number);
  if (digits === digitsOf(written)) return true;
  // As .NET, PHP and C write a fraction: all that the double holds, 0.1 as 0.10000000000000001.
  return number.includes(".") && digits === digitsOf(held.toPrecision(MOST_DIGITS));
}

/** How many digits {@link digitsOf} returns; cheaper, because no text is made. */
function countDigits(number: string): number {
  let count = 0;
  let zeros = 0;
  for (let at = 0; at < number.length; at += 1) {
    const code = number.charCodeAt(at);
    if (isExponent(code)) break;
    if (code === ZERO) {
      if (count > 0) zeros += 1;
    } else if (code !== POINT && code !== MINUS) {
      count += zeros + 1;
      zeros = 0;
    }
  }
  return count;
}

/**
 * The digits that say something: zeros at either end only say how large the number is. Without
 * patterns: there may be very many numbers, and very many zeros in one.
 */
function digitsOf(number: string): string {
  let end = 0;
  let point = -1;
  for (; end < number.length; end += 1) {
    const code = number.charCodeAt(end);
    if (isExponent(code)) break;
    if (code === POINT) point = end;
  }
  const begin = number.charCodeAt(0) === MINUS ? 1 : 0;
  const whole = number.slice(begin, point < 0 ? end : point);
  return withoutZeros(point < 0 ? whole : whole + number.slice(point + 1, end));
}

function withoutZeros(digits: string): string {
  let from = 0;
  let end = digits.length;
  while (digits.charCodeAt(from) === ZERO) from += 1;
  while (end > from && digits.charCodeAt(end - 1) === ZERO) end -= 1;
  return digits.slice(from, end);
}
