import { settleWithin, type WaitLimits } from "../../transport/settle-within.ts";
import type { Clock } from "../../types.ts";

/** How the agent configuration is fetched before calls. */
export interface AgentConfigOption {
  /** Milliseconds for which it is cached; default 300,000. */
  readonly ttlMs?: number | undefined;
  /** Whether calls fail if it cannot be fetched; default false. */
  readonly required?: boolean | undefined;
}

/** How long it is cached by default, in milliseconds: people change it by hand. */
const DEFAULT_TTL_MS = 300_000;

/**
 * How long calls that do not require it wait before asking again after a failure, in milliseconds.
 */
const PAUSE_AFTER_FAILURE_MS = 10_000;

/**
 * The agent configuration, fetched when needed and cached. Concurrent callers share one request,
 * which none of them can cancel for the others.
 */
export class AgentConfigCache {
  readonly #fetch: () => Promise<unknown>;
  readonly #ttlMs: number;
  /** Whether an outdated configuration counts as none. */
  readonly #required: boolean;
  readonly #clock: Clock;
  #value: unknown;
  #freshUntil = Number.NEGATIVE_INFINITY;
  #pauseUntil = Number.NEGATIVE_INFINITY;
  #fetched = false;
  #pending: Promise<unknown> | undefined;

  /** `fetch` rejects if the configuration is unavailable, and has its own deadline. */
  constructor(fetch: () => Promise<unknown>, option: AgentConfigOption, clock: Clock) {
    this.#fetch = fetch;
    this.#ttlMs = option.ttlMs ?? DEFAULT_TTL_MS;
    this.#required = option.required ?? false;
    this.#clock = clock;
  }

  /**
   * Whether a call that does not require it should ask: it is not cached, and asking has not just
   * failed.
   */
  get isDue(): boolean {
    const now = this.#clock.monotonic();
    return now >= this.#freshUntil && now >= this.#pauseUntil;
  }

  /**
   * The configuration. If it is unavailable, the last one, unless it is required; otherwise rejects
   * with the failure, a `TimeoutError`, or the signal's reason.
   */
  async get(limits: WaitLimits): Promise<unknown> {
    limits.signal?.throwIfAborted();
    if (this.#clock.monotonic() < this.#freshUntil) return this.#value;
    try {
      return await this.#refresh(limits);
    } catch (error) {
      const aborted = limits.signal?.aborted === true;
      if (aborted || !this.#fetched || this.#required) throw error;
      return this.#value;
    }
  }

  #refresh(limits: WaitLimits): Promise<unknown> {
    this.#pending ??= this.#load();
    return settleWithin(this.#pending, limits);
  }

  async #load(): Promise<unknown> {
    try {
      this.#value = await this.#fetch();
      this.#fetched = true;
      this.#freshUntil = this.#clock.monotonic() + this.#ttlMs;
      return this.#value;
    } catch (error) {
      this.#pauseUntil = this.#clock.monotonic() + PAUSE_AFTER_FAILURE_MS;
      throw error;
    } finally {
      this.#pending = undefined;
    }
  }
}
