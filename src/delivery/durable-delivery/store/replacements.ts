/**
 * How long the second store that fails for good is not replaced, in milliseconds; twice as long for
 * each further one.
 */
const FIRST_REST_MS = 10_000;

/**
 * When to replace stores in which LMDB has failed: the first at once, others less and less often.
 * Their files stay open, because a failed LMDB cannot be closed, and a process may open only so
 * many.
 */
export class Replacements {
  #restMs = FIRST_REST_MS;
  #notBefore = Number.NEGATIVE_INFINITY;

  /** Whether a store may be replaced now, in monotonic milliseconds. */
  isDue(now: number): boolean {
    return now >= this.#notBefore;
  }

  /** A store is being replaced. */
  add(now: number): void {
    this.#notBefore = now + this.#restMs;
    this.#restMs *= 2;
  }
}
