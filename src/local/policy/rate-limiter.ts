import { MIN_RETRY_AFTER_MS } from "../../contract/limits.ts";

/** How many events the system may send. Undefined means no limit. */
export interface RateLimits {
  /** Ingest requests per window. */
  readonly requestsPerWindow?: number | undefined;
  /** Length of a window in milliseconds, starting with its first request. Default 60,000. */
  readonly windowMs?: number | undefined;
  /** Ingest requests per UTC day. */
  readonly dailyCap?: number | undefined;
}

/** The result for one request. */
export interface RateVerdict {
  readonly limit: number;
  readonly remaining: number;
  /** Set if the request is refused: whole seconds until it would be accepted, at least 1. */
  readonly retryAfterSeconds: number | undefined;
}

const DEFAULT_WINDOW_MS = 60_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Counts requests per window and per day. The caller provides the time. */
export class RateLimiter {
  readonly #limits: RateLimits;
  readonly #windowMs: number;
  #windowStart = Number.NEGATIVE_INFINITY;
  #inWindow = 0;
  #day = Number.NaN;
  #today = 0;

  constructor(limits: RateLimits) {
    this.#limits = limits;
    this.#windowMs = limits.windowMs ?? DEFAULT_WINDOW_MS;
  }

  /**
   * Counts one request at `now`. Refused requests are not counted. Undefined if there is no limit.
   */
  take(now: number): RateVerdict | undefined {
    const { requestsPerWindow, dailyCap } = this.#limits;
    if (requestsPerWindow === undefined && dailyCap === undefined) return undefined;
    this.#roll(now);
    if (dailyCap !== undefined && this.#today >= dailyCap) {
      return refused(dailyCap, (this.#day + 1) * DAY_MS - now);
    }
    if (requestsPerWindow !== undefined && this.#inWindow >= requestsPerWindow) {
      return refused(requestsPerWindow, this.#windowStart + this.#windowMs - now);
    }
    this.#today += 1;
    this.#inWindow += 1;
    return requestsPerWindow === undefined
      ? taken(dailyCap ?? 0, this.#today)
      : taken(requestsPerWindow, this.#inWindow);
  }

  reset(): void {
    this.#windowStart = Number.NEGATIVE_INFINITY;
    this.#day = Number.NaN;
  }

  #roll(now: number): void {
    if (now - this.#windowStart >= this.#windowMs) {
      this.#windowStart = now;
      this.#inWindow = 0;
    }
    const day = Math.floor(now / DAY_MS);
    if (day !== this.#day) {
      this.#day = day;
      this.#today = 0;
    }
  }
}

function taken(limit: number, used: number): RateVerdict {
  return { limit, remaining: limit - used, retryAfterSeconds: undefined };
}

function refused(limit: number, waitMs: number): RateVerdict {
  const retryAfterSeconds = Math.ceil(Math.max(MIN_RETRY_AFTER_MS, waitMs) / 1000);
  return { limit, remaining: 0, retryAfterSeconds };
}
