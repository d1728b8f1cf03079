/** Retries that may be outstanding: enough for a burst of faults, too few to besiege a service that is down. */
const RETRY_CAPACITY = 100;

/** What a call adds that needed no retry: in a healthy service the bucket fills by itself. */
const PLAIN_SUCCESS = 0.1;

/**
 * A token bucket for retries, shared by all calls of a client. With scattered faults nearly
 * every retry pays for itself and calls keep being retried; in a total outage nothing comes
 * back in, and retries stop while first attempts go on.
 */
export class RetryBudget {
  readonly #capacity: number;
  #tokens: number;

  constructor(capacity: number = RETRY_CAPACITY) {
    this.#capacity = capacity;
    this.#tokens = capacity;
  }

  /** Takes the price of one retry; false when the bucket is empty. */
  take(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** A call came through after `retries` retries: they have paid for themselves. */
  repay(retries: number): void {
    this.#add(retries);
  }

  /** A call came through at once. */
  credit(): void {
    if (this.#tokens < this.#capacity) this.#add(PLAIN_SUCCESS);
  }

  #add(tokens: number): void {
    this.#tokens = Math.min(this.#capacity, this.#tokens + tokens);
  }
}
