import type { RunningDelivery } from "../delivery/delivery.ts";
import { timerDelayMs } from "../transport/deadline.ts";
import type { ActiveCalls } from "./active-calls.ts";

/** Default of `flush` and `close`, in milliseconds: what most platforms grant between SIGTERM and SIGKILL. */
export const DEFAULT_DEADLINE_MS = 10_000;

/**
 * The last part of a close that is kept for the events of the streams it aborts: a second of the
 * default, a tenth of a second of one second, and of a shorter one what leaves its streams most of it.
 */
const reserveOf = (deadlineMs: number): number =>
  Math.min(deadlineMs * 0.2, Math.max(100, deadlineMs * 0.1), 1_000);

/** What those events are given in any case: a busy process aborts late. And what a delivery may be late by. */
const LAST_MS = 80;

/** What ends with a client. */
export interface ShutdownParts {
  readonly active: ActiveCalls;
  readonly delivery: RunningDelivery;
  readonly closeTransport: () => Promise<void>;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
}

/** Flushing and closing: both bounded, neither ever rejects. */
export class Shutdown {
  readonly #parts: ShutdownParts;
  #closing: Promise<void> | undefined = undefined;

  constructor(parts: ShutdownParts) {
    this.#parts = parts;
  }

  /** Resolves when the lifecycles begun before it have their final outcome, or at the deadline. */
  async flush(deadlineMs: number): Promise<void> {
    const { active, delivery } = this.#parts;
    const remaining = this.#countDown(deadlineMs);
    const flushed = (): Promise<void> =>
      within(remaining(), () => delivery.flush({ deadlineMs: remaining() }));
    // What has been handed over already need not wait for a call that goes on.
    const waiting = flushed();
    // Not awaited where there is none: calls that begin after the flush are not its concern.
    const started = active.allReleased();
    if (started !== undefined) await within(remaining(), () => started);
    const { ended, delivered } = active.underWay();
    await within(remaining(), () => ended);
    await flushed();
    await waiting;
    await within(remaining(), () => delivered);
    active.restIfIdle();
  }

  /**
   * Refuses new calls, waits for those under way, ends what goes on, and stops. Idempotent: who asks
   * later waits for the same close, to a deadline of their own.
   */
  close(deadlineMs: number): Promise<void> {
    if (this.#closing !== undefined) return within(deadlineMs, () => this.#closing);
    this.#closing = this.#close(deadlineMs);
    return this.#closing;
  }

  async #close(deadlineMs: number): Promise<void> {
    const { active, delivery, closeTransport } = this.#parts;
    const remaining = this.#countDown(deadlineMs);
    active.refuseNew();
    const ended = Promise.resolve(active.allReleased()).then(() => active.underWay().ended);
    await within(remaining() - reserveOf(deadlineMs), () => ended);
    await active.abandonAll();
    const lastMs = Math.max(remaining(), Math.min(LAST_MS, deadlineMs));
    await within(lastMs + LAST_MS, () => delivery.close({ deadlineMs: lastMs }));
    await within(LAST_MS, closeTransport);
  }

  #countDown(deadlineMs: number): () => number {
    const { monotonic } = this.#parts;
    const end = monotonic() + deadlineMs;
    return () => Math.max(0, end - monotonic());
  }
}

/**
 * `work` or the deadline, whichever is first. Holds the process: somebody awaits it. A delivery may be
 * anybody's code, and what it throws is for the counters to tell.
 */
async function within(deadlineMs: number, work: () => unknown): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timerDelayMs(deadlineMs));
  });
  try {
    await Promise.race([work(), late]);
  } catch {
    // Closing goes on whatever one part does.
  }
  clearTimeout(timer);
}
