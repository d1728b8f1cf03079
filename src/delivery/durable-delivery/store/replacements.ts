/** How long the second store that fails for good is not replaced, in milliseconds; each further one for twice as long. */
const FIRST_REST_MS = 10_000;

/**
 * When stores are replaced in which LMDB has failed: the first at once, others more and more seldom. Their
 * files stay open behind them, for a failed LMDB cannot be closed, and a process may have only so many.
 */
export class Replacements {
  #restMs = FIRST_REST_MS;
  #notBefore = Number.NEGATIVE_INFINITY;

  /** Whether a store is to be replaced now, in monotonic milliseconds; who asks does so where that is true. */
  mayReplace(now: number): boolean {
    if (now < this.#notBefore) return false;
    this.#notBefore = now + this.#restMs;
    this.#restMs *= 2;
    return true;
  }
}
