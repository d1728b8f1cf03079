import { Roster, type Seated } from "../roster.ts";
import type { Timers } from "./timers.ts";

interface Wait {
  /** Events handed over up to this number count. */
  readonly upTo: number;
  remaining: number;
  readonly done: () => void;
}

/** Something pending, numbered in the order it was handed over. */
export interface Numbered<T> extends Seated<T> {
  readonly number: number;
}

/** The events without an outcome, oldest first, and those who wait for them. */
export class PendingEvents<T extends Numbered<T>> {
  readonly #events = new Roster<T>();
  readonly #waits = new Set<Wait>();
  #lastNumber = 0;

  get size(): number {
    return this.#events.size;
  }

  /** A number for the next event to be added. */
  nextNumber(): number {
    this.#lastNumber += 1;
    return this.#lastNumber;
  }

  add(event: T): void {
    this.#events.add(event);
  }

  delete(event: T): void {
    this.#events.delete(event);
    for (const wait of this.#waits) {
      if (event.number > wait.upTo) continue;
      wait.remaining -= 1;
      if (wait.remaining === 0) wait.done();
    }
  }

  oldest(): T | undefined {
    return this.#events.oldest;
  }

  /** Oldest first. Deleting while iterating is fine. */
  values(): Iterable<T> {
    return this.#events;
  }

  /**
   * Resolves when everything added so far is gone, or at the deadline, and keeps the process
   * alive until then.
   */
  gone(timers: Timers, deadlineMs: number): Promise<void> {
    if (this.#events.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        this.#waits.delete(wait);
        cancelTimer();
        resolve();
      };
      const wait: Wait = { upTo: this.#lastNumber, remaining: this.#events.size, done };
      const cancelTimer = timers.schedule(done, deadlineMs, { holdProcess: true });
      this.#waits.add(wait);
    });
  }
}
