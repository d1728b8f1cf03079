import type { Closing } from "./closing.ts";
import { type Attempt, type RetryLimits, retryAfterFailure } from "./retry.ts";

/** What limits retrying in a client. */
export interface ClientRetryLimits<Result> extends RetryLimits {
  readonly closing: Closing;
  /** The result when the client closes before there is another. */
  readonly whenClosed: (reason: unknown) => Result;
}

/**
 * Like {@link retryAfterFailure}, and ends when the client closes. Rejects with the reason of the
 * caller's signal when it aborts.
 */
export async function retryUntilClosed<Result>(
  first: Extract<Attempt<Result>, { again: true }>,
  attempt: () => Promise<Attempt<Result>>,
  limits: ClientRetryLimits<Result>,
): Promise<Result> {
  const { closing } = limits;
  try {
    return await closing.within(limits.signal, (signal) =>
      retryAfterFailure(first, attempt, { ...limits, signal }),
    );
  } catch (reason) {
    if (!closing.ended(reason)) throw reason;
    return limits.whenClosed(reason);
  }
}
