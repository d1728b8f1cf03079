/** How long the second store that fails for good is not replaced, in milliseconds; each further one for twice as long. */
const FIRST_REST_MS = 10_000;

/**
 * When stores are replaced in which LMDB has failed: the first at once, others more and more seldom. Their
 * files stay open behind them, for a failed LMDB cannot be closed, and a process may have only so many.
 */
export class Replacements {
  #restMs = FIRST_REST_MS;
  #notBefore = Number.NEGATIVE_INFINITY;

  /** Whether a store may be replaced now, in monotonic milliseconds. */
  isDue(now: number): boolean {
    return now >= this.#notBefore;
  }

  /** One is replaced now. */
  add(now: number): void {
    this.#notBefore = now + this.#restMs;
    this.#restMs *= 2;
  }
}
