import { endAt } from "../pattern/sticky.ts";

/**
 * Letters whose accents are characters of their own (Unicode normalization form D), as names of
 * files on macOS and text from PDFs have them: words are recognized in the composed form.
 */

/** Accents, and the voicing marks of Japanese. */
const MARKS = /[\u0300-\u036f\u3099\u309a]{1,4}/y;

/** Whether a code unit is put on the character before it. */
export function isMark(code: number): boolean {
  return (code >= 0x300 && code <= 0x36f) || code === 0x3099 || code === 0x309a;
}

/** The letter that the one before `index` and the marks from `index` on are. */
export interface Composed {
  readonly letter: string;
  /** Exclusive end of the marks. */
  readonly end: number;
}

/** Undefined if there is no such letter. */
export function composedAt(text: string, index: number): Composed | undefined {
  const end = index === 0 ? -1 : endAt(MARKS, text, index);
  if (end < 0) return undefined;
  const letter = text.slice(index - 1, end).normalize("NFC");
  return letter.length === 1 ? { letter, end } : undefined;
}
