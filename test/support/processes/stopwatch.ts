import { setInterval } from "node:timers";

/** How often it is checked whether this process is running, in milliseconds. */
const BEAT_MS = 5;

/** How late timers are on an idle machine, in milliseconds. */
const USUAL_LATENESS_MS = 1;

let stalledMs = 0;
let beatAt = 0;
let heart: NodeJS.Timeout | undefined;

/**
 * Measures how long something waits: returns a function for the milliseconds since then, without
 * those in which this process was not scheduled. A limit on them applies to the code under test and
 * not to the machine, which may be busy otherwise. Computation in this process is not counted as
 * waiting.
 */
export function stopwatch(): () => number {
  beginToBeat();
  const since = awakeMs();
  return () => awakeMs() - since;
}

function beginToBeat(): void {
  if (heart !== undefined) return;
  beatAt = performance.now();
  heart = setInterval(beat, BEAT_MS).unref();
}

function beat(): void {
  const now = performance.now();
  stalledMs += latenessMs(now);
  beatAt = now;
}

/** A clock that stops while this process is not scheduled. */
function awakeMs(): number {
  const now = performance.now();
  return now - stalledMs - latenessMs(now);
}

function latenessMs(now: number): number {
  return Math.max(0, now - beatAt - BEAT_MS - USUAL_LATENESS_MS);
}
