import { type NumberRun, numberOf } from "../../text/number-run.ts";

/** The greatest number of a lottery. */
const MOST_DRAWN = 50;

/** Whether a number is written as in France: `01 42 68 53 00`, `06.12.34.56.78`. */
export function isInPairs(
  { lengths, gaps, values, offsets }: NumberRun,
  first: number,
  last: number,
): boolean {
  if (last !== first + 4 || values[(offsets[first] as number) + 1] === 0) return false;
  // 01 02 03 04 05 are seats or bytes, 04 12 18 27 33 what was drawn in a lottery.
  let isRow = true;
  let previous = 0;
  for (let group = first; group <= last; group++) {
    if (lengths[group] !== 2 || (group > first && gaps[group] !== gaps[last])) return false;
    const pair = numberOf(values, offsets[group] as number, 2);
    isRow &&= pair > previous && pair <= MOST_DRAWN;
    previous = pair;
  }
  return !isRow;
}
