import { MARGIN, type ScannedText } from "./scanned-text.ts";

/** Longest run, in groups, that is read as one. Longer ones are read in pieces. */
const MAX_GROUPS = 64;
/** Groups behind the last that may be asked for: they have no digits. */
const BEYOND = 3;
/** Longest gap between two groups, in code units: `) (` or `, +`. */
const MAX_GAP = 3;
/** Digits of one group that are kept. No number that anybody looks for has as many. */
const KEPT_DIGITS = 32;

/** Digits in a group from which on groups are not told apart by their size. */
export const MAX_SIZE = 31;

const SEPARATORS = " \t\n\r.-/(),_:";
const IN_GROUP = 1;
const CLASS = new Uint16Array(65_536);
for (const char of "0123456789") CLASS[char.charCodeAt(0)] = IN_GROUP;
for (const char of SEPARATORS) CLASS[char.charCodeAt(0)] = separatorBits(char);

/** The bit of a group with so many digits, as `sizes` has it. */
export function sizeBit(size: number): number {
  return 1 << (size < MAX_SIZE ? size : MAX_SIZE);
}

/** One bit for each of these separators, as `gaps` and `separators` have them. */
export function separatorBits(separators: string): number {
  let bits = 0;
  for (const char of separators) bits |= 2 << SEPARATORS.indexOf(char);
  return bits;
}

/**
 * Groups of digits with short gaps of separators between them: `(415) 555-0132`. Read once by the
 * scanner and looked at by every detector of numbers. The object is reused from run to run.
 */
export class NumberRun {
  /** Where each group starts and ends (end exclusive) in the view. */
  readonly starts: Int32Array = new Int32Array(MAX_GROUPS + BEYOND);
  readonly ends: Int32Array = new Int32Array(MAX_GROUPS + BEYOND);
  /** Digits of each group; none behind the last. */
  readonly lengths: Int32Array = new Int32Array(MAX_GROUPS + BEYOND);
  /** The separators before each group, as bits. */
  readonly gaps: Uint16Array = new Uint16Array(MAX_GROUPS + BEYOND);
  /** The digits of all groups as numbers, one after the other; of a very long group the first ones. */
  readonly values: Uint8Array = new Uint8Array(MAX_GROUPS * KEPT_DIGITS);
  /** Where the digits of each group begin in `values`. */
  readonly offsets: Int32Array = new Int32Array(MAX_GROUPS + BEYOND);
  count = 0;
  /** Digits in all groups. */
  digits = 0;
  /** One bit for each number of digits that a group has; one for all of `MAX_SIZE` and more. */
  sizes = 0;
  /** The separators in all gaps, as bits. */
  separators = 0;

  /** Where the run ends, exclusive. */
  get end(): number {
    return this.ends[this.count - 1] as number;
  }

  /** Digits of the groups from `first` to `last`. */
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
      // A text ends with zeros, which are no part of a run.
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
