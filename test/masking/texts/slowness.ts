import { fastest } from "./fastest.ts";

/** What {@link work} takes on an idle core of the machine that the limits were set on, in milliseconds. */
const IDLE_MS = 45;

/**
 * How many times as long as there everything takes here and now, and never less than once. A core
 * that others share runs at a third of its speed at times, and that is counted as processor time.
 */
export function slowness(): number {
  return Math.max(1, fastest(work, 0) / IDLE_MS);
}

/** The same every time: looks up what a text's characters come to, as a scan of it does. */
function work(): void {
  const table = new Int32Array(65_536);
  let sum = 0;
  for (let round = 0; round < 300; round++) {
    for (let at = 0; at < TEXT.length; at++) {
      sum = (Math.imul(sum, 31) + TEXT.charCodeAt(at)) & 0xffff;
      table[sum] = (table[sum] ?? 0) + 1;
    }
  }
}

const TEXT = "What takes as long as ever tells how fast it is. ".repeat(2_000);
