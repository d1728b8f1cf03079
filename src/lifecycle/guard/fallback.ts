import { TimeLimit } from "../../transport/time-limit.ts";
import { Cancellation } from "../cancellation.ts";
import type { LifecycleRecord } from "../lifecycle.ts";
import { errorNote } from "../report/error-note.ts";
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
  const { policy, failure } = question;
  if (typeof policy === "string") return fixedFallback(policy, failure.kind);
  const cancellation = new Cancellation(question.signal);
  const giveUp = (): void => cancellation.abort(LATE);
  const limitMs = Math.max(question.remainingMs, MIN_POLICY_MS);
  const limit = new TimeLimit({ expire: giveUp }, limitMs, true);
  question.record.abandon = giveUp;
  try {
    // Copies, so that a policy cannot change what is sent or reported.
    const segments = question.call.segments.map((segment) => ({ ...segment }));
    const call = { ...question.call, segments, signal: cancellation.signal };
    return readFallback(await cancellation.race(ask(policy, failure, call)));
  } catch (error) {
    if (question.signal?.aborted) throw question.signal.reason;
    if (error === LATE) return deniedBy("did not answer in time");
    const { name = "unknown error" } = errorNote(error);
    return deniedBy(`failed (${name})`);
  } finally {
    limit.clear();
    question.record.abandon = undefined;
    cancellation.dispose();
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
