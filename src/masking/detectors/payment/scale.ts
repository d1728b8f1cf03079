import type { NumberRun } from "../../text/number-run.ts";

/** Whether pairs of digits only rise, or only fall, as notes and positions do: `40 42 44 45 …`. */
export function isScale(run: NumberRun, first: number, last: number): boolean {
  let direction = 0;
  for (let group = first; group <= last; group++) {
    if (run.lengths[group] !== 2) return false;
    const step = group === first ? 0 : Math.sign(pairAt(run, group) - pairAt(run, group - 1));
    if (group > first + 1 && step !== direction) return false;
    direction = step;
  }
  return direction !== 0;
}

function pairAt({ values, offsets }: NumberRun, group: number): number {
  const from = offsets[group] as number;
  return 10 * (values[from] as number) + (values[from + 1] as number);
}
