/**
 * Retries that may be outstanding: enough for a burst of faults, too few to overload a service that
 * is down.
 */
const RETRY_CAPACITY = 100;

/** What a call that needed no retry adds: in a healthy service the bucket refills by itself. */
const PLAIN_SUCCESS = 0.1;

/**
 * A token bucket for retries, shared by all calls of a client. With scattered faults, nearly every
 * retry pays for itself, and calls keep being retried; in a total outage nothing is paid back, and
 * retries stop while first attempts continue.
 */
export class RetryBudget {
  readonly #capacity: number;
  #tokens: number;

  constructor(capacity: number = RETRY_CAPACITY) {
    this.#capacity = capacity;
    this.#tokens = capacity;
  }

  /** Takes one token; returns false if the bucket is empty. */
  take(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** A call succeeded after `retries` retries: their tokens are returned. */
  repay(retries: number): void {
    this.#add(retries);
  }

  /** A call succeeded at the first attempt. */
  credit(): void {
    if (this.#tokens < this.#capacity) this.#add(PLAIN_SUCCESS);
  }

  #add(tokens: number): void {
    this.#tokens = Math.min(this.#capacity, this.#tokens + tokens);
  }
}
