/**
 * A call that has begun and has no lifecycle yet, because a part of ours is still being loaded or
 * its request is still being read. A flush or close that comes in between waits for it.
 */
export interface Arrival {
  /** Whether it was let in and has not been welcomed yet. */
  expected: boolean;
}
