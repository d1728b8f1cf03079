import { type AbortTarget, unwatchAbort, watchAbort } from "../base/abort-watch.ts";
import { timerDelayMs } from "./deadline.ts";

/**
 * Waits. Rejects with the signal's reason as soon as it aborts. Injected, so that tests control
 * time.
 */
export type Sleep = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

/**
 * {@link Sleep} with a plain timer, which keeps the process alive; its listener is removed at the
 * end.
 */
export const sleep: Sleep = (ms, signal) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const target: AbortTarget = {
      watchSlot: -1,
      onAbort(reason: unknown): void {
        clearTimeout(timer);
        reject(reason);
      },
    };
    const timer = setTimeout(() => {
      unwatchAbort(signal, target);
      resolve();
    }, timerDelayMs(ms));
    watchAbort(signal, target);
  });
