/** The last part of a close, for writing to the disk, in milliseconds: a busy machine is slow. */
const RESERVE_MS = 500;

/** That part's largest share of a short deadline. */
const RESERVE_SHARE = 0.2;

/**
 * Minimum time for that part, in milliseconds, even beyond the deadline: half of what a close may
 * overrun.
 */
const LAST_DISK_MS = 50;

/**
 * How far a close may overrun in any case, in milliseconds: settling thousands of events takes most
 * of the rest.
 */
const LATE_MS = 25;

/** And beyond that, to write a file of what the disk has not accepted, which is not synced. */
const LEAVE_MS = 25;

/** How a close divides its time, in milliseconds. */
export interface CloseBudget {
  /** The end of the deadline that is kept for the disk: nothing is sent in it. */
  readonly reserveMs: number;
  /** When the disk must have answered, from the start of the close. */
  readonly diskMs: number;
  /** How much longer writing the rest to a file of its own may take. */
  readonly leaveMs: number;
}

/** The budget of a close with a deadline of `deadlineMs`. */
export function closeBudget(deadlineMs: number): CloseBudget {
  const reserveMs = Math.min(RESERVE_MS, deadlineMs * RESERVE_SHARE);
  const diskMs = deadlineMs + Math.max(LATE_MS, LAST_DISK_MS - reserveMs);
  return { reserveMs, diskMs, leaveMs: LEAVE_MS };
}
