import type pRetry from "p-retry";
import { backoffMs } from "./backoff.ts";
import type { Deadline } from "./deadline.ts";
import type { RetryBudget } from "./retry-budget.ts";
import { settleWithin } from "./settle-within.ts";
import type { Sleep } from "./sleep.ts";

/** What one attempt came to. `retryAfterMs` is the least wait that was asked for. */
export type Attempt<Result> =
  | { readonly again: false; readonly result: Result }
  | {
      readonly again: true;
      readonly result: Result;
      readonly retryAfterMs?: number | undefined;
    };

/** What limits retrying. */
export interface RetryLimits {
  /** Of the whole: no wait begins that would not end before it. */
  readonly deadline: Deadline;
  readonly budget: RetryBudget;
  readonly signal: AbortSignal | undefined;
  readonly sleep: Sleep;
  readonly random: () => number;
}

/** Thrown to the retry machinery and never beyond it. */
class AttemptFailed extends Error {}

/**
 * Goes on after a first attempt that failed, until one succeeds or a limit is reached; resolves
 * to the last result, good or bad. The machinery is loaded here and not before: calls that
 * succeed at once, nearly all, pay nothing for it.
 *
 * Rejects with the signal's own reason when it aborts, also during a wait.
 */
export async function retryAfterFailure<Result>(
  first: Extract<Attempt<Result>, { again: true }>,
  attempt: () => Promise<Attempt<Result>>,
  limits: RetryLimits,
): Promise<Result> {
  let last: Attempt<Result> = first;
  let retries = 0;

  const nextAttempt = async (number: number): Promise<void> => {
    if (number > 1) last = await attempt();
    if (last.again) throw new AttemptFailed();
  };
  const waitForTurn = async (): Promise<boolean> => {
    const wait = Math.max(backoffMs(retries, limits.random), retryAfterOf(last));
    if (wait >= limits.deadline.remainingMs() || !limits.budget.take()) return false;
    retries += 1;
    await limits.sleep(wait, limits.signal);
    return true;
  };

  const retry = await loadRetry(limits);
  if (retry === undefined) return last.result;
  try {
    await retry(nextAttempt, {
      retries: Number.POSITIVE_INFINITY,
      // The waits are ours, for Retry-After and for tests that own time.
      minTimeout: 0,
      shouldRetry: waitForTurn,
      ...(limits.signal === undefined ? {} : { signal: limits.signal }),
    });
    limits.budget.repay(retries);
  } catch (error) {
    if (!(error instanceof AttemptFailed)) throw error;
  }
  return last.result;
}

let loaded: typeof pRetry | undefined;

/** Undefined when the deadline passes first; rejects with the signal's own reason when it aborts first. */
async function loadRetry(limits: RetryLimits): Promise<typeof pRetry | undefined> {
  if (loaded !== undefined) return loaded;
  const { deadline, signal } = limits;
  try {
    const timeoutMs = Math.max(1, deadline.remainingMs());
    const module = await settleWithin(import("p-retry"), { timeoutMs, signal });
    loaded = module.default;
    return loaded;
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
}

function retryAfterOf(attempt: Attempt<unknown>): number {
  return attempt.again ? (attempt.retryAfterMs ?? 0) : 0;
}
