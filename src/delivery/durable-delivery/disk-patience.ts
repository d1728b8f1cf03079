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

/** Why nothing is kept on a disk that has not answered in time. */
export function unansweredError(): Error {
  return new Error("the disk does not answer");
}
