import { DIGIT, isHex } from "../text/chars.ts";
import { MARGIN, type ScannedText } from "../text/scanned-text.ts";
import type { Stretch } from "../text/stretch.ts";
import {
  BETWEEN_HEX,
  bitsIn,
  FOLLOWER_MASK,
  type GateTable,
  HASHES,
  hashOf,
  roll,
} from "./gate-table.ts";

/** Number of code units read at a time. Small enough to stay in the L1 cache. */
export const WINDOW = 8_192;

/**
 * Positions of a window that may trigger a detector. There is room for all positions, so it never
 * overflows.
 */
export class Stops {
  /** Positions in the text, in order. */
  readonly places = new Int32Array(WINDOW);
  /** By stop: 1 + the bucket of literals that may have their mark there; 0 for none. */
  readonly buckets = new Uint16Array(WINDOW);
  /** By stop: its `kinds` entry in the gate table; 0 if it is neither a gate nor a first digit. */
  readonly kinds = new Uint8Array(WINDOW);
}

/** Writes the stops of one window to `stops` and returns their number. */
export type StopFinder = (
  text: ScannedText,
  /** At most `WINDOW` code units. */
  window: Stretch,
  into: { readonly table: GateTable; readonly stops: Stops },
) => number;

/**
 * Finds the last of the three code units that mark a literal, gate characters, and the first digits
 * of groups. There is one finder, because it completes before any detector is called. Its memory
 * belongs to a function: V8 omits the check of an array's type at every code unit only if the
 * variable cannot change, and bundlers turn the constants of modules into variables.
 */
export const noteStops: StopFinder = createFinder();

function createFinder(): StopFinder {
  const suspects = new Int32Array(WINDOW);
  // Copies of the arrays of the table in use.
  const marks = new Int32Array(HASHES / 32);
  const kinds = new Uint8Array(65_536);
  let inUse: GateTable | undefined;

  return ({ codes }, { start, end }, { table, stops }) => {
    if (table !== inUse) {
      marks.set(table.marks);
      kinds.set(table.kinds);
      inUse = table;
    }
    const count = findSuspects(codes, MARGIN + start, MARGIN + end);
    let noted = 0;
    for (let i = 0; i < count; i++) {
      const at = suspects[i] as number;
      const bucket = bucketAt(codes, at, table);
      const kind = kindAt(codes, at);
      if (bucket === 0 && kind === 0) continue;
      stops.places[noted] = at - MARGIN;
      stops.buckets[noted] = bucket;
      stops.kinds[noted] = kind;
      noted++;
    }
    return noted;
  };

  /**
   * The only loop that reads every code unit of every text. It has no branches, since a
   * mispredicted one costs as much as several operations, and calls only functions that V8 inlines.
   */
  function findSuspects(codes: Uint16Array, from: number, to: number): number {
    const digit = DIGIT;
    let count = 0;
    let earlier = roll(roll(0, codes[from - 2] as number), codes[from - 1] as number);
    let previous = kinds[codes[from - 1] as number] as number;
    for (let at = from; at < to; at++) {
      const code = codes[at] as number;
      const hash = hashOf(earlier, code);
      const kind = kinds[code] as number;
      const isMark = ((marks[hash >> 5] as number) >>> (hash & 31)) & 1;
      suspects[count] = at;
      // Adds one for a mark and for any kind, except for a digit after another digit.
      count += ((isMark | (kind & ~(previous & digit))) + 255) >> 8;
      earlier = roll(earlier, code);
      previous = kind;
    }
    return count;
  }

  /**
   * 1 + the bucket of the mark that ends at `at`; 0 if there is none, or if a different code unit
   * follows.
   */
  function bucketAt(
    codes: Uint16Array,
    at: number,
    { bucketsBefore, followers }: GateTable,
  ): number {
    const earlier = roll(roll(0, codes[at - 2] as number), codes[at - 1] as number);
    const hash = hashOf(earlier, codes[at] as number);
    const word = marks[hash >> 5] as number;
    if (((word >>> (hash & 31)) & 1) === 0) return 0;
    // The index of a bucket is the number of bits set before its own.
    const bucket = (bucketsBefore[hash >> 5] as number) + bitsIn(word & ((1 << (hash & 31)) - 1));
    const follower = (codes[at + 1] as number) & FOLLOWER_MASK;
    return (((followers[bucket] as number) >>> follower) & 1) === 0 ? 0 : bucket + 1;
  }

  function kindAt(codes: Uint16Array, at: number): number {
    const kind = kinds[codes[at] as number] as number;
    if (kind === DIGIT) return kinds[codes[at - 1] as number] === DIGIT ? 0 : DIGIT;
    return kind < BETWEEN_HEX || joinsHex(codes, at) ? kind : 0;
  }

  /** Whether the character at `at` is between hexadecimal digits, or twice in a row. */
  function joinsHex(codes: Uint16Array, at: number): boolean {
    const after = codes[at + 1] as number;
    return isHex(after) ? isHex(codes[at - 1] as number) : after === codes[at];
  }
}
