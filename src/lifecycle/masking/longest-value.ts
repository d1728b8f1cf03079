import { hashOf, type StretchHashes } from "./stretch-hashes.ts";
import { isWithinWord } from "./word-at.ts";

/** A value, and the longest other one that it begins with and that is no part of a word in it. */
interface Value {
  readonly text: string;
  readonly shorter: Value | undefined;
}

/** How a value begins, up to one of the lengths, and the longest value that this begins with. */
interface Mark {
  readonly of: string;
  readonly longest: Value | undefined;
}

/**
 * The longest of many values at a place of a text, in as many steps as their lengths can be halved
 * (M. Waldvogel et al., Scalable High Speed IP Routing Lookups, 1997): each value leaves a mark at
 * the lengths that such a search for it passes, by the hash of how it begins.
 */
export class LongestValue {
  readonly #lengths: readonly number[];
  /** By length, in their order: the marks of that length by their hashes. */
  readonly #marks: readonly Map<number, Mark>[];

  constructor(texts: readonly string[]) {
    this.#lengths = [...new Set(texts.map((text) => text.length))].sort((a, b) => a - b);
    this.#marks = this.#lengths.map(() => new Map());
    // Sorted, a value stands behind those that it begins with.
    const within: Value[] = [];
    for (const text of [...texts].sort()) {
      while (within.length > 0 && !text.startsWith(within.at(-1)?.text ?? "")) within.pop();
      within.push({ text, shorter: wholeIn(text, within.at(-1)) });
      this.#leaveMarks(text, within);
    }
  }

  /** Undefined where two beginnings have one hash: then only asking for each value tells. */
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
    // All marks before it are of how this one begins: where it stands, the way to it was the right one.
    if (text.slice(at, at + length) !== last.of.slice(0, length)) return undefined;
    const { longest } = last;
    if (longest === undefined) return 0;
    const { text: value, shorter } = longest;
    return isWithinWord(text, at + value.length) ? (shorter?.text.length ?? 0) : value.length;
  }

  /** At each length that a search for `text` passes on its way up; `within` are values it begins with. */
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

/** The longest of the values that `text` begins with, unless the word it ends in goes on. */
function wholeIn(text: string, longest: Value | undefined): Value | undefined {
  if (longest === undefined || !isWithinWord(text, longest.text.length)) return longest;
  return longest.shorter;
}

/** The last value no longer than that; they stand in the order of their lengths. */
function lastUpTo(length: number, values: readonly Value[]): Value | undefined {
  let low = 0;
  for (let high = values.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((values[middle]?.text.length ?? 0) <= length) low = middle + 1;
    else high = middle;
  }
  return values[low - 1];
}
