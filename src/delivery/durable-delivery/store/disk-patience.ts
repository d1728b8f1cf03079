import type { Timers } from "../../timers.ts";
import { withinDeadline } from "../../within-deadline.ts";

/**
 * How long a disk has for an answer, in milliseconds: as long as a guard. One that takes longer (a
 * network disk whose server is gone, say) is treated as one that fails, since a call waits for it.
 */
export const DISK_PATIENCE_MS = 5_000;

/**
 * The last part of that, in milliseconds, and what a sync has at least: counted while the process runs. One that was
 * frozen (SIGSTOP, a container's freezer) sees that its time is over before it sees the answer that has come.
 */
export const LAST_LOOK_MS = 80;

/** The same for a row of answers, one after the other, as opening takes it, in milliseconds. */
const LAST_LOOK_AT_ROW_MS = 1_000;

/** Whether a disk has done a row of things in the time it has for that. Holds the process: somebody waits. */
export async function isDoneInTime(row: Promise<unknown>, timers: Timers): Promise<boolean> {
  const isDone = row.then(() => true);
  const before = (ms: number) => withinDeadline(ms, isDone, { timers, holdProcess: true });
  return (
    (await before(DISK_PATIENCE_MS - LAST_LOOK_AT_ROW_MS)) ??
    (await before(LAST_LOOK_AT_ROW_MS)) ??
    false
  );
}

/** Why nothing is kept on a disk that has not answered in time. */
export function unansweredError(): Error {
  return new Error("the disk does not answer");
}
