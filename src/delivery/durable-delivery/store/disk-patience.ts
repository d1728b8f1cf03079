import type { Timers } from "../../timers.ts";
import { withinDeadline } from "../../within-deadline.ts";

/**
 * How long a disk may take to respond, in milliseconds: as long as a guard. A slower one (a network
 * disk whose server is gone, say) is treated as failing, since a call waits for it.
 */
export const DISK_PATIENCE_MS = 5_000;

/**
 * The last part of that, in milliseconds, and the minimum for a sync, counted while the process
 * runs. A process that was frozen (SIGSTOP, a container's freezer) sees its deadline pass before it
 * sees a response that has arrived.
 */
export const LAST_LOOK_MS = 80;

/** The same for a series of operations, as opening needs them, in milliseconds. */
const LAST_LOOK_AT_ROW_MS = 1_000;

/**
 * Whether a series of disk operations completes in time. Keeps the process alive, because somebody
 * waits.
 */
export async function isDoneInTime(row: Promise<unknown>, timers: Timers): Promise<boolean> {
  const isDone = row.then(() => true);
  const before = (ms: number) => withinDeadline(ms, isDone, { timers, holdProcess: true });
  return (
    (await before(DISK_PATIENCE_MS - LAST_LOOK_AT_ROW_MS)) ??
    (await before(LAST_LOOK_AT_ROW_MS)) ??
    false
  );
}

/** The error of a disk that has not responded in time. */
export function unansweredError(): Error {
  return new Error("the disk does not answer");
}
