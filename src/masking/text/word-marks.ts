import { codeAt } from "./chars.ts";
import type { ScannedText } from "./scanned-text.ts";

/** Longest size that is told apart from longer ones. */
const MOST = 31;

/**
 * What words of a list begin and end with, ignoring case, and how long they are. Most words of a
 * text have that in common with none of them, which takes a few instructions to see, and an
 * expression that looks for the list a hundred times as many.
 */
export class WordMarks {
  /** One bit per size, by the last five bits of the first and the last code unit. */
  readonly #sizes = new Int32Array(32 * 32);

  constructor(words: readonly string[]) {
    for (const word of words) {
      const place = placeOf(word.charCodeAt(0), word.charCodeAt(word.length - 1));
      this.#sizes[place] = (this.#sizes[place] as number) | (1 << Math.min(word.length, MOST));
    }
  }

  /** Whether the word from `start` to `end`, which is not empty, may be one of the list. */
  mayHold(text: ScannedText, start: number, end: number): boolean {
    const place = placeOf(codeAt(text, start), codeAt(text, end - 1));
    return (((this.#sizes[place] as number) >> Math.min(end - start, MOST)) & 1) !== 0;
  }
}

function placeOf(first: number, last: number): number {
  return ((first & 31) << 5) | (last & 31);
}
