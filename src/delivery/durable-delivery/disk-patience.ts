/**
 * How long a disk has for an answer, in milliseconds: as long as a guard. One that takes longer (a
 * network disk whose server is gone, say) is treated as one that fails, since a call waits for it.
 */
export const DISK_PATIENCE_MS = 5_000;

/** Why nothing is kept on a disk that has not answered in time. */
export function unansweredError(): Error {
  return new Error("the disk does not answer");
}
