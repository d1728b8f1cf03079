import type { GuardUnavailableError } from "../errors.ts";
import { guardErrorOf } from "../guard-error-of.ts";
import type { ObservedEnd, ObservedUsage } from "../observability/observer.ts";
import type { Answer } from "../providers/provider.ts";
import type { Coverage, Outcome, Usage } from "../types.ts";
import type { Gate } from "./gate.ts";
import type { LifecycleRecord } from "./lifecycle.ts";
import { endNote } from "./report/error-note.ts";
import { firstChunkMs } from "./report/first-chunk.ts";

/** What is known about a call at its end. */
interface Ended {
  readonly outcome: Outcome;
  readonly answer?: Answer;
  readonly error?: unknown;
  /** Whether the answer was streamed. */
  readonly streamed?: boolean | undefined;
}

/** Notifies the observers of the end of a lifecycle. */
export function observeEnd(gate: Gate, record: LifecycleRecord, ended: Ended): void {
  const { observers, clock } = gate.services;
  if (!observers.any) return;
  const now = clock.monotonic();
  let end: ObservedEnd | undefined;
  observers.tell((observer) => {
    // Built inside the callback, where errors from getters in a custom provider's answer are
    // caught.
    end ??= endOf(record, ended, now);
    return observer.onEnd?.(record.observed, end);
  });
}

function endOf(record: LifecycleRecord, ended: Ended, now: number): ObservedEnd {
  const { start, approvedAt } = record;
  const { answer, error } = ended;
  const approved = approvedAt > 0;
  // A call may be stopped after its approval too, for example by an abort.
  const called = record.state === "reported";
  return {
    outcome: ended.outcome,
    guardMs: approved ? Math.round(approvedAt - start.at) : undefined,
    providerMs: called ? Math.round(now - approvedAt) : undefined,
    totalMs: Math.round(now - start.at),
    coverage: record.coverage && copyOf(record.coverage),
    firstChunkMs: firstChunkMs(record, ended),
    usage: answer?.usage && countsOf(answer.usage),
    responseModel: answer?.model,
    finishReason: answer?.finishReason,
    error: endNote(ended),
    guardFailure: record.fallback ?? failureOf(record, error),
  };
}

/** A copy, so that an observer cannot change the app's object. */
function copyOf({ complete, inspected, trusted, uninspected }: Coverage): Coverage {
  return {
    complete,
    inspected: { ...inspected },
    trusted: { ...trusted },
    uninspected: uninspected.map((part) => ({ ...part, mediaTypes: [...part.mediaTypes] })),
  };
}

function countsOf(usage: Usage): ObservedUsage {
  return {
    inputTokens: usage.prompt_tokens,
    outputTokens: usage.completion_tokens,
    cachedInputTokens: usage.prompt_tokens_details?.cached_tokens,
    reasoningTokens: usage.completion_tokens_details?.reasoning_tokens,
  };
}

/** An error after the approval is the provider's, which may have its own guard. */
function failureOf(record: LifecycleRecord, error: unknown): ObservedEnd["guardFailure"] {
  if (record.approvedAt > 0) return undefined;
  const own = guardErrorOf(error) as Partial<GuardUnavailableError> | undefined;
  return own?.code === "guard_unavailable" ? own.kind : undefined;
}
