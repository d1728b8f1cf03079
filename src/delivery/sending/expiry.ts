import type { Timers } from "../timers.ts";
import type { Numbered, PendingEvents } from "./pending-events.ts";

/** A pending item with its submission time, in monotonic milliseconds. */
export interface Dated<T> extends Numbered<T> {
  readonly submittedAt: number;
}

/** What {@link Expiry} needs. */
export interface ExpiryOptions<T extends Dated<T>> {
  readonly giveUpAfterMs: number;
  readonly pending: PendingEvents<T>;
  readonly timers: Timers;
  readonly monotonic: () => number;
  /** Called for each item that is too old; must remove it from `pending`. */
  readonly onExpired: (event: T) => void;
}

/** Gives up what has been pending for too long, with one timer for the oldest item. */
export class Expiry<T extends Dated<T>> {
  readonly #options: ExpiryOptions<T>;
  #cancelTimer: (() => void) | undefined = undefined;

  constructor(options: ExpiryOptions<T>) {
    this.#options = options;
  }

  /** Something is pending. */
  watch(): void {
    if (this.#cancelTimer !== undefined) return;
    const { pending, timers, giveUpAfterMs, monotonic } = this.#options;
    const oldest = pending.oldest();
    if (oldest === undefined) return;
    const leftMs = oldest.submittedAt + giveUpAfterMs - monotonic();
    this.#cancelTimer = timers.schedule(() => this.#expire(), leftMs);
  }

  /** Nothing is pending. */
  rest(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  #expire(): void {
    this.#cancelTimer = undefined;
    const { pending, giveUpAfterMs, monotonic, onExpired } = this.#options;
    const now = monotonic();
    for (const event of pending.values()) {
      if (now - event.submittedAt < giveUpAfterMs) break;
      onExpired(event);
    }
    this.watch();
  }
}
