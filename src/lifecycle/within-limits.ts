import { TimeLimit } from "../transport/time-limit.ts";
import { Cancellation } from "./cancellation.ts";

/** What ends the wait for somebody else's function. */
export interface WorkLimits {
  /** Time for the whole work, in milliseconds. */
  readonly deadlineMs: number;
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
  /** Its `abandon` ends the wait as if the time were up. */
  readonly record?: { abandon: (() => void) | undefined } | undefined;
  /** Makes the error of work that is late. */
  readonly lateError: () => Error;
}

/**
 * The result of `work`. Rejects with `lateError()` or the signal's reason as soon as a limit is
 * reached, whatever `work` does later. The signal that `work` gets aborts with the same reason.
 */
export async function withinLimits<T>(
  limits: WorkLimits,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { record } = limits;
  const cancellation = new Cancellation(limits.signal);
  const giveUp = (): void => cancellation.abort(limits.lateError());
  const limit = new TimeLimit({ expire: giveUp }, limits.deadlineMs, true);
  if (record !== undefined) record.abandon = giveUp;
  try {
    return await cancellation.race(work(cancellation.signal));
  } finally {
    limit.clear();
    if (record !== undefined) record.abandon = undefined;
    cancellation.dispose();
  }
}
