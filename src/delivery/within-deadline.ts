import { processTimers, type Timers } from "./timers.ts";

/**
 * What `work` comes to, or undefined when `deadlineMs` are over first. Holds no process meanwhile,
 * unless it is told to: a socket to Redis holds none.
 *
 * @throws (or rejects with) what `work` rejects with
 */
export function withinDeadline<T>(
  deadlineMs: number,
  work: Promise<T>,
  {
    timers = processTimers,
    holdProcess = false,
  }: { readonly timers?: Timers; readonly holdProcess?: boolean } = {},
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const cancelTimer = timers.schedule(() => resolve(undefined), deadlineMs, { holdProcess });
    void work.then(resolve, reject).then(cancelTimer);
  });
}
