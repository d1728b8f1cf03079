import { endOfString } from "./repeated-key.ts";

/** Checked first: most requests have no numbers that a double cannot hold. */
const LONG = /\d[\d.]{15}|\d[eE][+-]?\d{3}/;
const NUMBER = /-?\d[\d.eE+-]*/y;

const QUOTE = 0x22;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;

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
  return LONG.test(text) && numberAt(text, 0) === text && !isExact(text);
}

function numberAt(json: string, at: number): string {
  NUMBER.lastIndex = at;
  return NUMBER.exec(json)?.[0] ?? "";
}

function isExact(number: string): boolean {
  const held = Number(number);
  if (String(held) === number) return true;
  const digits = digitsOf(number);
  if (digits === digitsOf(String(held))) return true;
  // As .NET, PHP and C write a fraction: all that the double holds, 0.1 as 0.10000000000000001.
  return number.includes(".") && digits === digitsOf(held.toPrecision(17));
}

/** The digits that say something: zeros at either end only say how large the number is. */
function digitsOf(number: string): string {
  const [written = ""] = number.split(/[eE]/, 1);
  const digits = written.replace(/[-.]/g, "");
  // No pattern: for one that looks for the end, many zeros before a digit take minutes.
  let from = 0;
  let end = digits.length;
  while (digits.charCodeAt(from) === ZERO) from += 1;
  while (end > from && digits.charCodeAt(end - 1) === ZERO) end -= 1;
  return digits.slice(from, end);
}
