import { TimeLimit } from "../transport/time-limit.ts";
import { processTimers, type Timers } from "./timers.ts";

/**
 * The result of `work`, or undefined after `deadlineMs`. Does not keep the process alive unless
 * asked to; a socket to Redis does not either.
 *
 * @throws (or rejects with) the error of `work`
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

/**
 * The same for an answer of another process that a call waits for: one that came in time counts,
 * even if the app kept this process too busy to read it.
 */
export function answerWithin<T>(
  deadlineMs: number,
  work: Promise<T>,
  { holdProcess }: { readonly holdProcess: boolean },
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const expire = (): void => resolve(undefined);
    const limit = new TimeLimit({ expire }, deadlineMs, holdProcess);
    void work.then(resolve, reject).then(() => limit.clear());
  });
}
