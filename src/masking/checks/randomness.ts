import { compiled } from "../pattern/compiled.ts";

/** Occurrences of each code unit in the current value; all zeros between values. */
const COUNTS = new Int32Array(65_536);

/** Shannon entropy in bits per character (C. E. Shannon, 1948), over UTF-16 code units. */
export function entropy(value: string): number {
  const { length } = value;
  for (let i = 0; i < length; i++) (COUNTS[value.charCodeAt(i)] as number)++;
  let bits = 0;
  for (let i = 0; i < length; i++) {
    const code = value.charCodeAt(i);
    const share = (COUNTS[code] as number) / length;
    if (share === 0) continue;
    bits -= share * Math.log2(share);
    COUNTS[code] = 0;
  }
  return bits;
}

/** Minimum of changes per character in random lower-case letters and digits. */
const SCATTERED = 0.25;

/** Whether lower-case letters (not only hexadecimal digits) and digits alternate as in no word. */
export function isScattered(value: string): boolean {
  if (!/^[a-z0-9]+$/.test(value) || !/[g-z]/.test(value)) return false;
  const turns = value.match(/[a-z](?=\d)|\d(?=[a-z])/g)?.length ?? 0;
  return turns >= value.length * SCATTERED;
}

const SAMPLE_WORDS = compiled(
  /example|sample|dummy|changeme|change[_-]me|placeholder|redacted|insert|replace|your[_-]?|my[_-]?(?:api|secret|token|key)|^my[_-][a-z\d]{2,12}[_-]api[_-]?key$|todo|fixme|notreal/i,
);
/** How many equal characters in a row are filler; 0 if no number of them is. */
const FILLER = new Uint8Array(128);
for (const char of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") fillsFrom(char, 7);
for (const char of "0123456789") fillsFrom(char, 10);
for (const char of "xX*.#?") fillsFrom(char, 5);

function fillsFrom(char: string, many: number): void {
  FILLER[char.charCodeAt(0)] = many;
}

/** How many ascending characters in a row are the alphabet, or more than all digits. */
const MANY_ASCENDING = 15;

/** What people write in place of a secret: `EXAMPLE`, `xxxxxx`, `your_key`, the alphabet. */
export function isSample(value: string): boolean {
  return isFilled(value) || SAMPLE_WORDS.test(value);
}

/** Whether it contains a long run of one character, or the alphabet. */
function isFilled(value: string): boolean {
  let equal = 1;
  let ascending = 1;
  let before = -2;
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    equal = code === before ? equal + 1 : 1;
    ascending = code === before + 1 ? ascending + 1 : 1;
    if (ascending >= MANY_ASCENDING || (code < FILLER.length && equal === FILLER[code]))
      return true;
    before = code;
  }
  return false;
}
