import type { LifecycleRecord } from "../lifecycle.ts";
import { errorNote } from "../report/error-note.ts";
import { withinLimits } from "../within-limits.ts";
import {
  deniedBy,
  type Fallback,
  fixedFallback,
  readFallback,
  type UnavailableCall,
  type UnavailableFailure,
  type UnavailablePolicy,
} from "./decide.ts";

/** Minimum time for a policy function, in milliseconds, even if the guard used up the deadline. */
const MIN_POLICY_MS = 50;

/** What is needed to ask a policy. */
export interface FallbackQuestion {
  readonly policy: UnavailablePolicy;
  readonly failure: UnavailableFailure;
  readonly call: Omit<UnavailableCall, "signal">;
  readonly signal: AbortSignal | undefined;
  /** The rest of the guard phase, in milliseconds. */
  readonly remainingMs: number;
  /** Its `abandon` ends the wait for the function as if it had timed out. */
  readonly record: Pick<LifecycleRecord, "abandon">;
}

/**
 * Asks the policy. A function that throws or is too slow denies; rejects only if the caller aborts.
 */
export async function askFallback(question: FallbackQuestion): Promise<Fallback> {
  const { policy, failure, signal, record } = question;
  if (typeof policy === "string") return fixedFallback(policy, failure.kind);
  // Copies, so that a policy cannot change what is sent or reported.
  const segments = question.call.segments.map((segment) => ({ ...segment }));
  const deadlineMs = Math.max(question.remainingMs, MIN_POLICY_MS);
  const limits = { deadlineMs, signal, record, lateError: () => LATE };
  try {
    const answer = await withinLimits(limits, (own) =>
      ask(policy, failure, { ...question.call, segments, signal: own }),
    );
    return readFallback(answer);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error === LATE) return deniedBy("did not answer in time");
    const { name = "unknown error" } = errorNote(error);
    return deniedBy(`failed (${name})`);
  }
}

const LATE = new Error("onGuardUnavailable did not answer within the guard deadline");

/** Async, so that a synchronous throw becomes a rejection. */
async function ask(
  policy: Exclude<UnavailablePolicy, string>,
  failure: UnavailableFailure,
  call: UnavailableCall,
): Promise<unknown> {
  return policy(failure, call);
}
