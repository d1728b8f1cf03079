import type pRetry from "p-retry";
import { backoffMs } from "./backoff.ts";
import type { Deadline } from "./deadline.ts";
import type { RetryBudget } from "./retry-budget.ts";
import { settleWithin } from "./settle-within.ts";
import type { Sleep } from "./sleep.ts";

/** The result of one attempt. `retryAfterMs` is the minimum wait that the service asked for. */
export type Attempt<Result> =
  | { readonly again: false; readonly result: Result }
  | {
      readonly again: true;
      readonly result: Result;
      readonly retryAfterMs?: number | undefined;
    };

/** What limits retrying. */
export interface RetryLimits {
  /** Of the whole phase: no wait starts that would outlast it. */
  readonly deadline: Deadline;
  readonly budget: RetryBudget;
  readonly signal: AbortSignal | undefined;
  readonly sleep: Sleep;
  readonly random: () => number;
}

/** Thrown to p-retry only; never leaves this file. */
class AttemptFailed extends Error {}

/**
 * Continues after a failed first attempt, until an attempt succeeds or a limit is reached; resolves
 * with the last result, good or bad. p-retry is loaded only here: calls that succeed at once,
 * nearly all, do not pay for it.
 *
 * Rejects with the signal's reason when it aborts, during a wait or an attempt.
 */
export async function retryAfterFailure<Result>(
  first: Extract<Attempt<Result>, { again: true }>,
  attempt: () => Promise<Attempt<Result>>,
  limits: RetryLimits,
): Promise<Result> {
  let last: Attempt<Result> = first;
  let retries = 0;

  const nextAttempt = async (number: number): Promise<void> => {
    // p-retry counts from 1: its first attempt is the one that has failed already.
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

  if (limits.deadline.remainingMs() <= 0) return first.result;
  const retry = await loadRetry(limits);
  if (retry === undefined) return last.result;
  try {
    await retry(nextAttempt, {
      retries: Number.POSITIVE_INFINITY,
      // We wait ourselves: for Retry-After, and so that tests control time.
      minTimeout: 0,
      shouldRetry: waitForTurn,
      ...(limits.signal === undefined ? {} : { signal: limits.signal }),
    });
    limits.budget.repay(retries);
  } catch (error) {
    // p-retry turns a reason that is no `Error` into a `TypeError` of its own.
    limits.signal?.throwIfAborted();
    if (!(error instanceof AttemptFailed)) throw error;
  }
  return last.result;
}

let loaded: typeof pRetry | undefined;

/** Undefined if the deadline passes first; rejects with the signal's reason if it aborts first. */
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
