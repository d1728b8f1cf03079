import { settleWithin, type WaitLimits } from "../../transport/settle-within.ts";
import type { Clock } from "../../types.ts";

/** How the configuration is kept. */
export interface AgentConfigSettings {
  /** Milliseconds for which a fetched configuration is used without asking again. */
  readonly ttlMs: number;
  /** Whether an outdated configuration is as good as none. */
  readonly required: boolean;
}

/** How long calls that can do without it do not ask after a failure, in milliseconds. */
const PAUSE_AFTER_FAILURE_MS = 10_000;

/**
 * The agent configuration, fetched when it is needed and kept for a while. Many who need it at
 * once share one request, which none of them can cancel for the others.
 */
export class AgentConfigCache {
  readonly #fetch: () => Promise<unknown>;
  readonly #settings: AgentConfigSettings;
  readonly #clock: Clock;
  #value: unknown;
  #freshUntil = Number.NEGATIVE_INFINITY;
  #pauseUntil = Number.NEGATIVE_INFINITY;
  #fetched = false;
  #pending: Promise<unknown> | undefined;

  /** `fetch` rejects when the configuration cannot be had, and ends by itself in its own time. */
  constructor(fetch: () => Promise<unknown>, settings: AgentConfigSettings, clock: Clock) {
    this.#fetch = fetch;
    this.#settings = settings;
    this.#clock = clock;
  }

  /** Whether a call that can do without it should ask: it is not at hand, and asking has not just failed. */
  get isDue(): boolean {
    const now = this.#clock.monotonic();
    return now >= this.#freshUntil && now >= this.#pauseUntil;
  }

  /**
   * The configuration. When it cannot be had, the last one that could, unless the configuration
   * is required; otherwise rejects with the failure, with a `TimeoutError`, or with the reason
   * of the signal.
   */
  async get(limits: WaitLimits): Promise<unknown> {
    limits.signal?.throwIfAborted();
    if (this.#clock.monotonic() < this.#freshUntil) return this.#value;
    try {
      return await this.#refresh(limits);
    } catch (error) {
      const aborted = limits.signal?.aborted === true;
      if (aborted || !this.#fetched || this.#settings.required) throw error;
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
      this.#freshUntil = this.#clock.monotonic() + this.#settings.ttlMs;
      return this.#value;
    } catch (error) {
      this.#pauseUntil = this.#clock.monotonic() + PAUSE_AFTER_FAILURE_MS;
      throw error;
    } finally {
      this.#pending = undefined;
    }
  }
}
