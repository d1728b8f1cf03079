import { isAlnum } from "./chars.ts";
import { eachDressed } from "./dressed.ts";

/**
 * Disguises that also stand between texts that are not one word: bytes between fields, comments
 * between the texts of two elements, numbers of lists, signs of footnotes, pictures of letters.
 */
const JOINS = new Uint8Array(65_536);
const ALWAYS = 1;
const BESIDE_VALUE = 2;
const BESIDE_DIGIT = 3;
for (const sign of "\0<\ud82f\ud834\ud83c\ufff9\ufffa\ufffb\ufffc")
  JOINS[sign.charCodeAt(0)] = ALWAYS;
// Zero width, and marks of direction, which end numbers in Hebrew and Arabic texts.
for (const sign of "&\u200b\u200c\u200d\u200e\u200f\u2060\ufeff")
  JOINS[sign.charCodeAt(0)] = BESIDE_DIGIT;
eachDressed((code) => {
  JOINS[code] = BESIDE_VALUE;
});

const NINE = 57;

/** Whether the disguise from `start` to `end` may join what belongs apart. */
export function mayJoin(text: string, start: number, end: number): boolean {
  const kind = JOINS[text.charCodeAt(start)];
  if (kind === 0 || kind === ALWAYS) return kind === ALWAYS;
  if (kind === BESIDE_VALUE) return isRun(text, start - 1, -1) || isRun(text, end, 1);
  const before = text.charCodeAt(start - 1);
  const next = text.charCodeAt(end);
  return isOfValue(before) && isOfValue(next) && (before <= NINE || next <= NINE);
}

/** Fewest characters of a value; units and formulas are shorter, `25 m²`, `CO₂`. */
const FEWEST = 3;

function isRun(text: string, from: number, step: 1 | -1): boolean {
  for (let i = 0; i < FEWEST; i++) if (!isOfValue(text.charCodeAt(from + i * step))) return false;
  return true;
}

/** Letters, digits and `+ - .` and `@`. */
function isOfValue(code: number): boolean {
  return isAlnum(code) || code === 43 || code === 45 || code === 46 || code === 64;
}
