import { hashOf, type StretchHashes } from "./stretch-hashes.ts";
import { isWithinWord } from "./word-at.ts";

/**
 * A value, and the longest other value that it begins with, unless that one ends within a word of
 * it.
 */
interface Value {
  readonly text: string;
  readonly shorter: Value | undefined;
}

/** The beginning of a value, up to one of the lengths, and the longest value in that beginning. */
interface Mark {
  /** The value. */
  readonly of: string;
  readonly longest: Value | undefined;
}

/**
 * Finds the longest of many values at a position of a text, by a binary search over their lengths
 * (M. Waldvogel et al., Scalable High Speed IP Routing Lookups, 1997). Each value leaves a mark at
 * the lengths that a search for it passes, under the hash of its beginning.
 */
export class LongestValue {
  readonly #lengths: readonly number[];
  /** By length, in their order: the marks of that length by their hashes. */
  readonly #marks: readonly Map<number, Mark>[];

  constructor(texts: readonly string[]) {
    this.#lengths = [...new Set(texts.map((text) => text.length))].sort((a, b) => a - b);
    this.#marks = this.#lengths.map(() => new Map());
    // In sorted order, a value comes after those that it begins with.
    const within: Value[] = [];
    for (const text of [...texts].sort()) {
      while (within.length > 0 && !text.startsWith(within.at(-1)?.text ?? "")) within.pop();
      within.push({ text, shorter: wholeIn(text, within.at(-1)) });
      this.#leaveMarks(text, within);
    }
  }

  /**
   * The length of the longest value at `at`; 0 if there is none. Undefined if two beginnings have
   * the same hash: then each value must be tried.
   */
  lengthAt(text: string, at: number, hashes: StretchHashes): number | undefined {
    let last: Mark | undefined;
    let length = 0;
    for (let low = 0, high = this.#lengths.length - 1; low <= high; ) {
      const middle = (low + high) >> 1;
      const tried = this.#lengths[middle] as number;
      const fits = at + tried <= text.length;
      const mark = fits ? this.#marks[middle]?.get(hashes.at(at, tried)) : undefined;
      if (mark === undefined) high = middle - 1;
      else {
        low = middle + 1;
        last = mark;
        length = tried;
      }
    }
    if (last === undefined) return 0;
    // The marks before it are shorter beginnings of the same value: if this one fits, so do they.
    if (text.slice(at, at + length) !== last.of.slice(0, length)) return undefined;
    const { longest } = last;
    if (longest === undefined) return 0;
    const { text: value, shorter } = longest;
    return isWithinWord(text, at + value.length) ? (shorter?.text.length ?? 0) : value.length;
  }

  /**
   * Leaves a mark at each length from which a search for `text` goes on to longer ones. `within`:
   * the values that `text` begins with, itself included.
   */
  #leaveMarks(text: string, within: readonly Value[]): void {
    let hash = 0;
    let hashed = 0;
    for (let low = 0, high = this.#lengths.length - 1; low <= high; ) {
      const middle = (low + high) >> 1;
      const length = this.#lengths[middle] as number;
      if (length > text.length) high = middle - 1;
      else {
        low = middle + 1;
        hash = hashOf(text.slice(hashed, length), hash);
        hashed = length;
        const marks = this.#marks[middle];
        if (marks?.has(hash) !== false) continue;
        marks.set(hash, { of: text, longest: lastUpTo(length, within) });
      }
    }
  }
}

/** `longest`, which `text` begins with, or a shorter one if it ends within a word of `text`. */
function wholeIn(text: string, longest: Value | undefined): Value | undefined {
  if (longest === undefined || !isWithinWord(text, longest.text.length)) return longest;
  return longest.shorter;
}

/** The last of `values`, which are in order of length, that is not longer than `length`. */
function lastUpTo(length: number, values: readonly Value[]): Value | undefined {
  let low = 0;
  for (let high = values.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((values[middle]?.text.length ?? 0) <= length) low = middle + 1;
    else high = middle;
  }
  return values[low - 1];
}
