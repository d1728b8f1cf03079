import type { Timers } from "../../../src/delivery/timers.ts";
import type { Clock } from "../../../src/types.ts";

interface Task {
  readonly run: () => void;
  readonly dueAt: number;
  readonly holdsProcess: boolean;
}

/** Start of virtual time in milliseconds since the epoch. */
export const START = Date.UTC(2030, 0, 15, 12, 0, 0);

/** Clock and timers of a test: hours pass at once, in the right order. */
export class VirtualTime implements Clock, Timers {
  #elapsedMs = 0;
  #comingSoon = 0;
  readonly #tasks = new Set<Task>();

  now(): number {
    return START + this.#elapsedMs;
  }

  monotonic(): number {
    return this.#elapsedMs;
  }

  /** Number of pending timers. */
  get timers(): number {
    return this.#tasks.size;
  }

  /** Number of timers that would keep a process alive. */
  get holdingTimers(): number {
    return [...this.#tasks].filter((task) => task.holdsProcess).length;
  }

  schedule(
    run: () => void,
    delayMs: number,
    options?: { readonly holdProcess: boolean },
  ): () => void {
    // The rest of a deadline may be smaller than the precision of a number: time has to advance.
    const dueAt = this.#elapsedMs + (delayMs > 0 ? Math.max(delayMs, 0.001) : 0);
    const task = { run, dueAt, holdsProcess: options?.holdProcess === true };
    this.#tasks.add(task);
    return () => this.#tasks.delete(task);
  }

  soon(task: () => void): void {
    this.#comingSoon += 1;
    setImmediate(() => {
      this.#comingSoon -= 1;
      task();
    });
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.schedule(resolve, ms);
    });
  }

  /** Runs everything that needs no time. */
  async settle(): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve));
    while (this.#comingSoon > 0);
  }

  /** Advances time by `ms` milliseconds, and runs everything that is due on the way. */
  async pass(ms: number): Promise<void> {
    const until = this.#elapsedMs + ms;
    await this.settle();
    for (let task = this.#nextUntil(until); task; task = this.#nextUntil(until)) {
      this.#tasks.delete(task);
      this.#elapsedMs = Math.max(this.#elapsedMs, task.dueAt);
      task.run();
      await this.settle();
    }
    this.#elapsedMs = until;
  }

  /**
   * Advances time while the process does not run: what was due meanwhile runs late, all at once.
   */
  freeze(ms: number): void {
    this.#elapsedMs += ms;
  }

  /** Advances time until `promise` settles; fails after an hour. */
  async until<T>(promise: Promise<T>): Promise<T> {
    let settled = false;
    const mark = () => {
      settled = true;
    };
    promise.then(mark, mark);
    const giveUpAt = this.#elapsedMs + 3_600_000;
    await this.settle();
    while (!settled) {
      const task = this.#nextUntil(giveUpAt);
      if (task === undefined) throw new Error("nothing left that could settle the promise");
      this.#tasks.delete(task);
      this.#elapsedMs = Math.max(this.#elapsedMs, task.dueAt);
      task.run();
      await this.settle();
    }
    return promise;
  }

  #nextUntil(until: number): Task | undefined {
    let next: Task | undefined;
    for (const task of this.#tasks) {
      if (task.dueAt <= until && (next === undefined || task.dueAt < next.dueAt)) next = task;
    }
    return next;
  }
}
