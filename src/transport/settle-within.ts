import { type AbortTarget, unwatchAbort, watchAbort } from "../base/abort-watch.ts";
import { MAX_TIMER_MS } from "./deadline.ts";
import { TimeLimit } from "./time-limit.ts";

/** The error of a wait that took too long. */
export function deadlineError(ms: number): Error {
  const error = new Error(`Not finished within ${Math.round(ms)} ms.`);
  error.name = "TimeoutError";
  return error;
}

/** Whether something is such an error, or one of `AbortSignal.timeout`. */
export function isTimeout(error: unknown): error is Error {
  return error instanceof Error && error.name === "TimeoutError";
}

/** What ends a wait. */
export interface WaitLimits {
  /** Default: as long as a timer can run (24.8 days). */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** False if nobody awaits the result: the wait then does not keep the process alive. */
  readonly holdProcess?: boolean | undefined;
}

/**
 * Waits for a foreign promise, within `limits`. Rejects with the signal's reason or a
 * `TimeoutError`; what the promise does later is ignored. Timer and listener are removed when it
 * settles.
 */
export function settleWithin<T>(promise: Promise<T>, limits: WaitLimits): Promise<T> {
  const { signal, timeoutMs = MAX_TIMER_MS, holdProcess } = limits;
  if (signal?.aborted) {
    promise.catch(ignore);
    return Promise.reject(signal.reason);
  }
  return new Promise<T>((resolve, reject) => {
    const target: AbortTarget = { onAbort: fail, watchSlot: -1 };
    const expire = (): void => fail(deadlineError(timeoutMs));
    const limit = new TimeLimit({ expire }, timeoutMs, holdProcess !== false);
    watchAbort(signal, target);
    promise.then((value) => {
      leave();
      resolve(value);
    }, fail);

    function fail(reason: unknown): void {
      leave();
      reject(reason);
    }
    function leave(): void {
      limit.clear();
      unwatchAbort(signal, target);
    }
  });
}

function ignore(): void {}
