import { setInterval } from "node:timers";

/** How often it is felt whether this process runs, in milliseconds. */
const BEAT_MS = 5;

/** What the timers of an idle machine are late by, in milliseconds. */
const USUAL_LATENESS_MS = 1;

let stalledMs = 0;
let beatAt = 0;
let heart: NodeJS.Timeout | undefined;

/**
 * Begins to measure how long something waits: the function it gives tells the milliseconds since,
 * without those in which this process had no turn. A bound on them is one for the code under test
 * and not for the machine, whose cores others may keep busy. What this process computes is no
 * waiting and does not count.
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

/** Time as a process knows it that is not there while it has no turn. */
function awakeMs(): number {
  const now = performance.now();
  return now - stalledMs - latenessMs(now);
}

function latenessMs(now: number): number {
  return Math.max(0, now - beatAt - BEAT_MS - USUAL_LATENESS_MS);
}
