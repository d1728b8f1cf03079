import type { RunningDelivery } from "../delivery/delivery.ts";
import { countDown, timerDelayMs } from "../transport/deadline.ts";
import type { Clock } from "../types.ts";
import type { ActiveCalls } from "./active-calls.ts";

/**
 * Default of `flush` and `close`, in milliseconds: what most platforms allow between SIGTERM and
 * SIGKILL.
 */
export const DEFAULT_DEADLINE_MS = 10_000;

/**
 * The last part of a close, kept for the events of the streams it aborts: 10 % of the deadline, at
 * least 100 ms (but at most 20 % of the deadline) and at most 1 s.
 */
const reserveOf = (deadlineMs: number): number =>
  Math.min(deadlineMs * 0.2, Math.max(100, deadlineMs * 0.1), 1_000);

/**
 * Minimum time for those events, because a busy process aborts late; also how far a delivery may
 * overrun.
 */
const LAST_MS = 80;

/** The parts that `close` ends. */
export interface ShutdownParts {
  readonly active: ActiveCalls;
  readonly delivery: RunningDelivery;
  /** Has the connections. */
  readonly dataPlane: { close(): Promise<void> };
  readonly clock: Pick<Clock, "monotonic">;
}

/** Flush and close: both have a deadline, and neither rejects. */
export class Shutdown {
  readonly #parts: ShutdownParts;
  #closing: Promise<void> | undefined = undefined;

  constructor(parts: ShutdownParts) {
    this.#parts = parts;
  }

  /**
   * Resolves when all lifecycles started before it have their final outcome, or at the deadline.
   */
  async flush(deadlineMs: number): Promise<void> {
    const { active, delivery, clock } = this.#parts;
    const remaining = countDown(clock, deadlineMs);
    const flushed = (): Promise<void> =>
      within(remaining(), () => delivery.flush({ deadlineMs: remaining() }));
    // Events that are handed over already need not wait for calls in progress.
    const waiting = flushed();
    // Not awaited if there are none, so that calls that start after the flush are not included.
    const started = active.releases();
    if (started.length > 0) await within(remaining(), () => Promise.all(started));
    const calls = active.underWay();
    await within(remaining(), () => calls.ended);
    await flushed();
    await waiting;
    await within(remaining(), () => calls.delivered);
    active.restIfIdle();
  }

  /**
   * Rejects new calls, waits for those in progress, ends the rest, and stops. Idempotent: later
   * callers wait for the same close, up to their own deadline.
   */
  close(deadlineMs: number): Promise<void> {
    if (this.#closing !== undefined) return within(deadlineMs, () => this.#closing);
    this.#closing = this.#close(deadlineMs);
    return this.#closing;
  }

  async #close(deadlineMs: number): Promise<void> {
    const { active, delivery, dataPlane, clock } = this.#parts;
    const remaining = countDown(clock, deadlineMs);
    active.refuseNew();
    const ended = () => Promise.all(active.releases()).then(() => active.underWay().ended);
    await within(remaining() - reserveOf(deadlineMs), ended);
    await active.abandonAll();
    // Their events may have to be masked first, and a closed delivery would drop them.
    await within(remaining() / 2, ended);
    const lastMs = Math.max(remaining(), Math.min(LAST_MS, deadlineMs));
    const closed = (async () => delivery.close({ deadlineMs: lastMs }))();
    await within(lastMs, () => closed);
    // In short waits, counted from here: each lets a process that was kept from running go on with
    // the delivery's last steps.
    for (let ms = 0; ms < LAST_MS; ms += 10) await within(10, () => closed);
    await within(LAST_MS, () => dataPlane.close());
  }
}

/**
 * Waits for `work`, up to the deadline. Keeps the process alive, because somebody awaits it. Errors
 * are ignored: custom deliveries may throw anything, and the counters show what was lost.
 */
async function within(deadlineMs: number, work: () => unknown): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timerDelayMs(deadlineMs));
  });
  try {
    await Promise.race([work(), late]);
  } catch {
    // Closing continues if one part fails.
  }
  clearTimeout(timer);
}
