import { codeAt, codeIn, isLetter } from "./chars.ts";
import type { ScannedText } from "./scanned-text.ts";

/**
 * The labels of contact data, which follow the value before them without a space where text was
 * copied out of a document: `Tel: …Fax: …E-Mail: …`.
 */
const LABEL =
  /^(?:tel(?:efon|ephone|efax)?|fax|mob(?:ile?)?|handy|phone|cell|e-?mail|web(?:site)?|internet|homepage|iban|bic|swift|ust-idnr)\.?[ ]?:/i;
const DOT = 46;
const COLON = 58;
/** Longest label, with its colon. */
const LONGEST = 12;

/** Whether the label of the next value begins at `index`. */
export function isLabelAt(text: ScannedText, index: number): boolean {
  return LABEL.test(text.after(index, LONGEST));
}

/**
 * Where the label begins that the word from `start` to `end` ends with: `deTel:`, `deTel.:`; `end`
 * if there is none. Nothing but its capital letter separates it from a word.
 */
export function gluedLabelStart(text: ScannedText, start: number, end: number): number {
  const behind = codeAt(text, end);
  if (behind !== COLON && (behind !== DOT || codeAt(text, end + 1) !== COLON)) return end;
  const word = text.slice(start, end);
  for (let at = 2; at < word.length; at++) {
    const code = codeIn(word, at);
    const isCapital = code >= 65 && code <= 90;
    const before = codeIn(word, at - 1);
    if (isCapital && isLetter(before) && before > 90 && isLabelAt(text, start + at))
      return start + at;
  }
  return end;
}
