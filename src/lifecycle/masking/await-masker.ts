import { type WorkLimits, withinLimits } from "../within-limits.ts";

/** Limits of a masker's work. */
export type MaskingLimits = Omit<WorkLimits, "lateError">;

/**
 * The result of `work`, which waits for a masker. Rejects with a `TimeoutError` or the signal's
 * reason.
 */
export function awaitMasker<T>(limits: MaskingLimits, work: () => Promise<T>): Promise<T> {
  const { deadlineMs, signal, record } = limits;
  return withinLimits({ deadlineMs, signal, record, lateError }, work);
}

function lateError(): Error {
  return new DOMException("The masker did not finish in time.", "TimeoutError");
}
