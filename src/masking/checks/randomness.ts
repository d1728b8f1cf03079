/** How often each code unit occurs in the value under way; all zeros between two values. */
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

const SAMPLE_WORDS =
  /example|sample|dummy|changeme|change[_-]me|placeholder|redacted|insert|replace|your[_-]?|my[_-]?(?:api|secret|token|key)|todo|fixme|notreal/i;
const FILLER = /([xX*.#?])\1{4}|([A-Za-z])\2{6}|(\d)\3{9}/;

/** What people write where a secret would go: `EXAMPLE`, `xxxxxx`, `your_key`, the alphabet. */
export function isSample(value: string): boolean {
  return SAMPLE_WORDS.test(value) || FILLER.test(value) || ascends(value, 15);
}

/** True when `length` characters in a row each follow the one before: `abcdefghij`, `1234567890`. */
export function ascends(value: string, length: number): boolean {
  let run = 1;
  for (let i = 1; i < value.length; i++) {
    run = value.charCodeAt(i) === value.charCodeAt(i - 1) + 1 ? run + 1 : 1;
    if (run >= length) return true;
  }
  return false;
}
