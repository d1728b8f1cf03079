import { type Detector, type Emit, type Hit, VALIDATED } from "../../scan/detector.ts";
import { endsToken, startsToken } from "../../text/chars.ts";
import { type NumberRun, separatorBits } from "../../text/number-run.ts";

const GROUPS = 8;
const SIZE = 6;
/** Each group is a number of two bytes, times eleven. */
const FACTOR = 11;
const MOST = 65_535;
const DASHES = separatorBits("-");
const SPACES = separatorBits(" ");

/** Recovery keys of disks that BitLocker encrypts: eight groups of six digits, each of which is checked. */
export const diskKey: Detector = {
  type: "SECRET",
  name: "disk-key",
  kind: "secret",
  source: "learn.microsoft.com, BitLocker recovery overview",
  check: "eight groups of six digits, each a multiple of 11",
  gates: { digits: "run", least: GROUPS * SIZE, groups: GROUPS, sizes: [SIZE] },
  find({ text, run }: Hit, emit: Emit): number {
    for (let first = 0; first + GROUPS <= run.count; first++) {
      if (!isKey(run, first)) continue;
      const start = run.starts[first] as number;
      const end = run.ends[first + GROUPS - 1] as number;
      if (startsToken(text, start) && endsToken(text, end)) emit(start, end, VALIDATED);
      first += GROUPS - 1;
    }
    return run.end;
  },
};

function isKey(run: NumberRun, first: number): boolean {
  const { lengths, gaps } = run;
  for (let group = first; group < first + GROUPS; group++) {
    if (lengths[group] !== SIZE) return false;
    if (group > first && gaps[group] !== DASHES && gaps[group] !== SPACES) return false;
    const number = numberOf(run, group);
    if (number % FACTOR !== 0 || number > MOST * FACTOR) return false;
  }
  // Rows of zeros, and other rows of the same number.
  return numberOf(run, first) !== numberOf(run, first + 1);
}

function numberOf({ values, offsets }: NumberRun, group: number): number {
  const from = offsets[group] as number;
  let number = 0;
  for (let i = from; i < from + SIZE; i++) number = 10 * number + (values[i] as number);
  return number;
}
