/**
 * The time of the fastest of up to three runs, to compare with a limit. A time above `enough` is
 * scaled to an idle core of the machine that limits are set on: a shared core sometimes runs at a
 * third of its speed.
 */
export function fastest(run: () => void, enough: number): number {
  const best = leastTime(run, enough);
  return best > enough ? best / slowness() : best;
}

/**
 * The minimum of up to three runs, in milliseconds of processor time, which excludes waiting for
 * other programs. To compare with other times of the same machine; stops at the first one up to
 * `enough`.
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

/** Time of {@link work} on that idle core, in milliseconds. */
const IDLE_MS = 45;

/** How many times slower this machine is at the moment; at least 1. */
function slowness(): number {
  return Math.max(1, leastTime(work, 0) / IDLE_MS);
}

/** A constant amount of work: table lookups for the characters of a text, like a scan. */
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
