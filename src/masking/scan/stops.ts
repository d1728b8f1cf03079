import { DIGIT, isHex } from "../text/chars.ts";
import { MARGIN, type ScannedText } from "../text/scanned-text.ts";
import {
  BETWEEN_HEX,
  bitsIn,
  FOLLOWER_MASK,
  type GateTable,
  HASHES,
  hashOf,
  roll,
} from "./gate-table.ts";

/** Code units that are looked at together. Few enough to stay in a processor's first cache. */
export const WINDOW = 8_192;

/** Places of a window at which something may wake. Room for all of them: memory is never the bound. */
export class Stops {
  /** Where in the text, in order. */
  readonly places = new Int32Array(WINDOW);
  /** By stop: 1 + the bucket of the literals that may have their mark there; 0 for none. */
  readonly buckets = new Uint16Array(WINDOW);
  /** By stop: what `kinds` of the gate table has; 0 for what is neither gate nor first digit. */
  readonly kinds = new Uint8Array(WINDOW);
}

/** Notes the stops of one window in `stops`, and returns how many there are. */
export type StopFinder = (
  text: ScannedText,
  /** `WINDOW` code units at most. */
  window: { readonly start: number; readonly end: number },
  into: { readonly table: GateTable; readonly stops: Stops },
) => number;

/**
 * Finds the last of three code units that mark a literal, gate characters and the first digits of
 * groups. There is one finder, for it is done before anybody wakes, and its memory belongs to a
 * function: V8 reads an array without asking what it is, at every code unit anew, only if it cannot
 * be another, and bundlers make variables of the constants of modules.
 */
export const noteStops: StopFinder = createFinder();

function createFinder(): StopFinder {
  const suspects = new Int32Array(WINDOW);
  // Copies of those of the table in use.
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
   * This loop sees every code unit of every text, and nothing else does. It decides nothing, since a
   * wrong guess of the processor's costs as much as several of them, and calls nothing that V8 does
   * not make part of it.
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
      // Adds one for a mark and for any kind, but for a digit behind another.
      count += ((isMark | (kind & ~(previous & digit))) + 255) >> 8;
      earlier = roll(earlier, code);
      previous = kind;
    }
    return count;
  }

  /** 1 + the bucket of the mark that ends at `at`; 0 if none does, or something else follows it. */
  function bucketAt(
    codes: Uint16Array,
    at: number,
    { bucketsBefore, followers }: GateTable,
  ): number {
    const earlier = roll(roll(0, codes[at - 2] as number), codes[at - 1] as number);
    const hash = hashOf(earlier, codes[at] as number);
    const word = marks[hash >> 5] as number;
    if (((word >>> (hash & 31)) & 1) === 0) return 0;
    // As many bits of all words come before it.
    const bucket = (bucketsBefore[hash >> 5] as number) + bitsIn(word & ((1 << (hash & 31)) - 1));
    const follower = (codes[at + 1] as number) & FOLLOWER_MASK;
    return (((followers[bucket] as number) >>> follower) & 1) === 0 ? 0 : bucket + 1;
  }

  function kindAt(codes: Uint16Array, at: number): number {
    const kind = kinds[codes[at] as number] as number;
    if (kind === DIGIT) return kinds[codes[at - 1] as number] === DIGIT ? 0 : DIGIT;
    return kind < BETWEEN_HEX || joinsHex(codes, at) ? kind : 0;
  }

  /** Whether the character at `at` stands between hexadecimal digits, or twice in a row. */
  function joinsHex(codes: Uint16Array, at: number): boolean {
    const after = codes[at + 1] as number;
    return isHex(after) ? isHex(codes[at - 1] as number) : after === codes[at];
  }
}
