import { type NumberRun, numberOf } from "../../text/number-run.ts";

/** Whether pairs of digits only rise, or only fall, as notes and positions do: `40 42 44 45 …`. */
export function isScale(run: NumberRun, first: number, last: number): boolean {
  let direction = 0;
  let before = 0;
  for (let group = first; group <= last; group++) {
    if (run.lengths[group] !== 2) return false;
    const pair = numberOf(run.values, run.offsets[group] as number, 2);
    const step = group === first ? 0 : Math.sign(pair - before);
    if (group > first + 1 && step !== direction) return false;
    direction = step;
    before = pair;
  }
  return direction !== 0;
}
