/**
 * What the fastest of up to three runs takes, to be held against a limit. More than `enough` is told
 * as it would be on an idle core of the machine that limits are set on: a core that others share
 * runs at a third of its speed at times.
 */
export function fastest(run: () => void, enough: number): number {
  const best = leastTime(run, enough);
  return best > enough ? best / slowness() : best;
}

/**
 * The least of up to three runs, in milliseconds of processor time: waiting for other programs is
 * not counted. To be held against other times of this machine; one below `enough` is not bettered.
 */
export function leastTime(run: () => void, enough: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3 && best > enough; i++) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}

/** What {@link work} takes there, in milliseconds. */
const IDLE_MS = 45;

/** How many times as long as there everything takes here and now, and never less than once. */
function slowness(): number {
  return Math.max(1, leastTime(work, 0) / IDLE_MS);
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
