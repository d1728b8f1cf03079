import { nextTurn } from "../base/next-turn.ts";
import { timerDelayMs } from "../transport/deadline.ts";

/** The timers that delivery uses, injected so that tests control time. */
export interface Timers {
  /**
   * Runs `task` once after `delayMs`; returns a function that cancels it. Keeps the process alive
   * only if asked to. A delay above 2^31-1 ms is shortened to that, so a task must check whether
   * its time has come.
   */
  schedule(
    task: () => void,
    delayMs: number,
    options?: { readonly holdProcess: boolean },
  ): () => void;
  /** Runs `task` after the current work, so that sending never delays the caller. */
  soon(task: () => void): void;
}

/** The timers of the process. */
export const processTimers: Timers = {
  schedule(task, delayMs, options) {
    // NaN compares false with everything, and becomes 0.
    const delay = delayMs > 0 ? timerDelayMs(delayMs) : 0;
    const timer = setTimeout(task, delay);
    if (options?.holdProcess !== true) timer.unref();
    return () => clearTimeout(timer);
  },
  soon: nextTurn,
};
