/** The longest delay a timer takes; a larger one would fire at once (Node: `setTimeout`). */
export const MAX_DELAY_MS = 2 ** 31 - 1;

/** Timers as delivery needs them, handed in so that tests own time. */
export interface Timers {
  /**
   * Runs `task` once after `delayMs`; what it returns cancels it. Keeps the process alive only
   * when asked to. A delay beyond 2^31-1 ms ends there, so a task checks what it waited for.
   */
  schedule(
    task: () => void,
    delayMs: number,
    options?: { readonly holdProcess: boolean },
  ): () => void;
  /** Runs `task` after the work at hand, so that sending never delays the caller. */
  soon(task: () => void): void;
}

/** The process's own timers. */
export const processTimers: Timers = {
  schedule(task, delayMs, options) {
    // NaN compares false with everything and ends as 0.
    const delay = delayMs > 0 ? Math.min(delayMs, MAX_DELAY_MS) : 0;
    const timer = setTimeout(task, delay);
    if (options?.holdProcess !== true) timer.unref();
    return () => clearTimeout(timer);
  },
  // As it was when this was loaded: an app whose tests put theirs in its place gets its events through.
  soon: globalThis.setImmediate,
};
