import { eachDressed } from "./dressed.ts";

/**
 * Disguises that also stand between texts that are not one word: bytes between fields, comments
 * between the texts of two elements, numbers of lists, signs of footnotes, pictures of letters.
 */
const JOINS = new Uint8Array(65_536);
const ALWAYS = 1;
const BESIDE_PLAIN = 2;
for (const sign of "\0<\ud83c\ufff9\ufffa\ufffb\ufffc") JOINS[sign.charCodeAt(0)] = ALWAYS;
eachDressed((code) => {
  JOINS[code] = BESIDE_PLAIN;
});

const PLUS = 43;

/** Whether the disguise from `start` to `end` may join what belongs apart. */
export function mayJoin(text: string, start: number, end: number): boolean {
  const kind = JOINS[text.charCodeAt(start)];
  if (kind !== BESIDE_PLAIN) return kind === ALWAYS;
  const next = text.charCodeAt(end);
  return isPlain(text.charCodeAt(start - 1)) || isPlain(next) || next === PLUS;
}

/** Whether a code unit is a Latin letter or a digit. */
export function isPlain(code: number): boolean {
  const lower = code | 32;
  return (lower >= 97 && lower <= 122) || (code >= 48 && code <= 57);
}
