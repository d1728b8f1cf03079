/**
 * A call that has begun and has no lifecycle yet, because a part of ours is still being loaded or
 * its request is still being read. A flush or close that comes in between waits for it.
 */
export interface Reservation {
  /** Whether it was let in and was not released yet. */
  held: boolean;
}
