/** Longest run, in groups, that is read as one. Longer ones are read in pieces. */
const MAX_GROUPS = 64;
/** Longest gap between two groups, in code units: `) (` or `, +`. */
const MAX_GAP = 3;

const IN_GROUP = 1;
const IN_GAP = 2;
const CLASS = new Uint8Array(65_536);
for (const char of "0123456789") CLASS[char.charCodeAt(0)] = IN_GROUP;
for (const char of " \t\n\r.-/(),_:") CLASS[char.charCodeAt(0)] = IN_GAP;

/**
 * Groups of digits with short gaps of separators between them: `(415) 555-0132`. Read once by the
 * scanner and looked at by every detector of numbers. The object is reused from run to run.
 */
export class NumberRun {
  /** Where each group starts and ends (end exclusive) in the view. */
  readonly starts = new Int32Array(MAX_GROUPS);
  readonly ends = new Int32Array(MAX_GROUPS);
  count = 0;
  /** Digits in all groups. */
  digits = 0;
  /** One bit for each number of digits that a group has; the last one for 31 and more. */
  sizes = 0;

  /** Where the run begins. */
  get start(): number {
    return this.starts[0] ?? 0;
  }

  /** Where the run ends, exclusive. */
  get end(): number {
    return this.ends[this.count - 1] ?? 0;
  }

  startOf(group: number): number {
    return this.starts[group] ?? 0;
  }

  endOf(group: number): number {
    return this.ends[group] ?? 0;
  }

  sizeOf(group: number): number {
    return group >= 0 && group < this.count ? this.endOf(group) - this.startOf(group) : 0;
  }

  /** Digits in `group` and all groups behind it. */
  digitsFrom(group: number): number {
    let digits = 0;
    for (let i = group; i < this.count; i++) digits += this.sizeOf(i);
    return digits;
  }

  /** Reads the run whose first digit is at `index`. */
  read(text: string, index: number): void {
    const { starts, ends } = this;
    const length = text.length;
    let at = index;
    let count = 0;
    let digits = 0;
    let sizes = 0;
    for (;;) {
      const start = at;
      while (at < length && CLASS[text.charCodeAt(at)] === IN_GROUP) at++;
      starts[count] = start;
      ends[count] = at;
      count++;
      digits += at - start;
      sizes |= 1 << Math.min(at - start, 31);
      if (count === MAX_GROUPS) break;
      const most = Math.min(at + MAX_GAP, length);
      let next = at;
      while (next < most && CLASS[text.charCodeAt(next)] === IN_GAP) next++;
      if (next === at || next === length || CLASS[text.charCodeAt(next)] !== IN_GROUP) break;
      at = next;
    }
    this.count = count;
    this.digits = digits;
    this.sizes = sizes;
  }
}
