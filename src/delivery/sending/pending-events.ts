import { type Linked, LinkedSet } from "../../base/linked-set.ts";
import type { Timers } from "../timers.ts";

/** The number of an event that was submitted to an earlier process. */
export const BEFORE_ALL = 0;

interface Wait {
  /** Events up to this number count. */
  readonly upTo: number;
  remaining: number;
  readonly done: () => void;
}

/** A pending item, numbered in the order of submission. */
export interface Numbered<T> extends Linked<T> {
  readonly number: number;
}

/** The events without an outcome, oldest first, and the callers that wait for them. */
export class PendingEvents<T extends Numbered<T>> {
  readonly #events = new LinkedSet<T>();
  readonly #waits = new Set<Wait>();
  #lastNumber = 0;

  get size(): number {
    return this.#events.size;
  }

  /** The number of the event submitted last; 0 before the first. */
  get lastNumber(): number {
    return this.#lastNumber;
  }

  /** A number for the next event. */
  nextNumber(): number {
    this.#lastNumber += 1;
    return this.#lastNumber;
  }

  add(event: T): void {
    this.#events.add(event);
    for (const wait of this.#waits) {
      // It was submitted earlier, and was elsewhere.
      if (event.number <= wait.upTo) wait.remaining += 1;
    }
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

  /** Oldest first. Items may be deleted during the iteration. */
  values(): Iterable<T> {
    return this.#events;
  }

  /**
   * Resolves when all events up to this number are gone, or at the deadline; keeps the process
   * alive until then.
   */
  gone(timers: Timers, deadlineMs: number, upTo: number): Promise<void> {
    const remaining = this.#countUpTo(upTo);
    if (remaining === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        this.#waits.delete(wait);
        cancelTimer();
        resolve();
      };
      const wait: Wait = { upTo, remaining, done };
      const cancelTimer = timers.schedule(done, deadlineMs, { holdProcess: true });
      this.#waits.add(wait);
    });
  }

  #countUpTo(upTo: number): number {
    if (upTo >= this.#lastNumber) return this.#events.size;
    let count = 0;
    for (const event of this.#events) {
      if (event.number <= upTo) count += 1;
    }
    return count;
  }
}
