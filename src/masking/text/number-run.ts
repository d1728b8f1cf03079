import { MARGIN, type ScannedText } from "./scanned-text.ts";

/** Maximum groups in a run; longer runs are read in pieces. */
const MAX_GROUPS = 64;
/** How many groups after the last one may be accessed; they have no digits. */
const BEYOND = 3;
/** Maximum gap between two groups, in code units: `) (` or `, +`. */
const MAX_GAP = 3;
/** Digits stored per group; more than in any number that a detector looks for. */
const KEPT_DIGITS = 32;

/** Groups of this many digits or more are not distinguished by size. */
export const MAX_SIZE = 31;

const SEPARATORS = " \t\n\r.-/(),_:";
const IN_GROUP = 1;
const CLASS = new Uint16Array(65_536);
for (const char of "0123456789") CLASS[char.charCodeAt(0)] = IN_GROUP;
for (const char of SEPARATORS) CLASS[char.charCodeAt(0)] = separatorBits(char);

/** The bit in `sizes` for a group of this many digits. */
export function sizeBit(size: number): number {
  return 1 << (size < MAX_SIZE ? size : MAX_SIZE);
}

/** The number that `size` digits from `from` on are. */
export function numberOf(digits: Uint8Array, from: number, size: number): number {
  let number = 0;
  for (let i = from; i < from + size; i++) number = 10 * number + (digits[i] as number);
  return number;
}

/** The bits of these separators in `gaps` and `separators`. */
export function separatorBits(separators: string): number {
  let bits = 0;
  for (const char of separators) bits |= 2 << SEPARATORS.indexOf(char);
  return bits;
}

/**
 * Groups of digits with short gaps of separators between them: `(415) 555-0132`. Read once by the
 * scanner and used by every detector of numbers. The object is reused for each run.
 */
export class NumberRun {
  /** Start and exclusive end of each group in the view. */
  readonly starts: Int32Array = new Int32Array(MAX_GROUPS + BEYOND);
  readonly ends: Int32Array = new Int32Array(MAX_GROUPS + BEYOND);
  /** Digits per group; 0 after the last. */
  readonly lengths: Int32Array = new Int32Array(MAX_GROUPS + BEYOND);
  /** Separators before each group, as bits. */
  readonly gaps: Uint16Array = new Uint16Array(MAX_GROUPS + BEYOND);
  /**
   * The digits of all groups as numbers, concatenated; only the first ones of a very long group.
   */
  readonly values: Uint8Array = new Uint8Array(MAX_GROUPS * KEPT_DIGITS);
  /** Index in `values` of the first digit of each group. */
  readonly offsets: Int32Array = new Int32Array(MAX_GROUPS + BEYOND);
  count = 0;
  /** Number of digits in all groups. */
  digits = 0;
  /** One bit for each size of group that occurs; `MAX_SIZE` and more share one. */
  sizes = 0;
  /** Separators in all gaps, as bits. */
  separators = 0;

  /** Exclusive end of the run. */
  get end(): number {
    return this.ends[this.count - 1] as number;
  }

  /** Number of digits in the groups from `first` to `last`. */
  digitsIn(first: number, last: number): number {
    const { offsets, lengths } = this;
    return (offsets[last] as number) + (lengths[last] as number) - (offsets[first] as number);
  }

  /** Reads the run whose first digit is at `index`. */
  read({ codes }: ScannedText, index: number): void {
    const { starts, ends, lengths, gaps, values, offsets } = this;
    const begin = MARGIN;
    let at = index;
    let count = 0;
    let digits = 0;
    let sizes = 0;
    let kept = 0;
    let gap = 0;
    let separators = 0;
    for (;;) {
      const start = at;
      const enough = kept + KEPT_DIGITS;
      starts[count] = start;
      gaps[count] = gap;
      offsets[count] = kept;
      // The zeros after the end of a text end the loop.
      for (; ; at++) {
        const code = codes[at + begin] as number;
        if (CLASS[code] !== IN_GROUP) break;
        if (kept < enough) values[kept++] = code - 48;
      }
      const size = at - start;
      ends[count] = at;
      lengths[count] = size;
      count++;
      digits += size;
      sizes |= sizeBit(size);
      if (count === MAX_GROUPS) break;
      const most = at + MAX_GAP;
      let next = at;
      let kind = 0;
      gap = 0;
      for (; ; next++) {
        kind = CLASS[codes[next + begin] as number] as number;
        if (kind <= IN_GROUP || next === most) break;
        gap |= kind;
      }
      if (kind !== IN_GROUP) break;
      separators |= gap;
      at = next;
    }
    for (let i = count; i < count + BEYOND; i++) lengths[i] = 0;
    this.count = count;
    this.digits = digits;
    this.sizes = sizes;
    this.separators = separators;
  }
}
