import type { PhaseFailure } from "../../data-plane/guard/guard-phase.ts";
import type { GuardQuestion } from "../../data-plane/guard/guard-request.ts";
import type { GuardVerdict } from "../../data-plane/guard/verdict.ts";
import {
  DataPlaneError,
  GuardDeniedError,
  GuardedModelError,
  GuardUnavailableError,
  type UnavailableKind,
} from "../../errors.ts";
import type { Observers } from "../../observability/observer.ts";
import { withinObservers } from "../../observability/within-observers.ts";
import type { Prompt } from "../../providers/provider.ts";
import { quoteForeign } from "../../redact.ts";
import type { GuardDecision } from "../../types.ts";
import type { MergedContext } from "../context/context.ts";
import type { Gate, LifecycleServices } from "../gate.ts";
import type { LifecycleRecord } from "../lifecycle.ts";
import type { Transcript } from "../transcript/transcript.ts";
import type { GuardAnswer } from "./ask-guard.ts";
import { Decision } from "./decision.ts";
import { askFallback } from "./fallback.ts";
import type { Scoped } from "./guard-scope.ts";

/** An allow by the guard or the fallback policy, with the rewrite if any. */
export interface Authorization {
  readonly decision: GuardDecision;
  readonly rewrite: string | undefined;
  /** How the guard failed, if the fallback policy allowed the call. */
  readonly fallback: UnavailableKind | undefined;
}

/** A guard request and the call it is about. */
export interface Question {
  readonly record: LifecycleRecord;
  readonly prompt: Prompt;
  readonly scoped: Scoped;
  /** The inspected part of the prompt, as the guard sees it. */
  readonly transcript: Transcript;
  readonly context: MergedContext;
  readonly signal: AbortSignal | undefined;
  /** When the guard was asked, in monotonic milliseconds. */
  readonly askedAt: number;
  /** Time for guard and policy together, in milliseconds. */
  readonly deadlineMs: number;
}

/** Asks the guard. Rejects only with the signal's reason. */
export function askGuard({ services }: Gate, question: Question): Promise<GuardAnswer> {
  const { observers } = services;
  if (!observers.any) return sendQuestion(services, question);
  const run = (): Promise<GuardAnswer> => sendQuestion(services, question);
  return withinObservers(observers, question.record, { step: "guard", run });
}

function sendQuestion(services: LifecycleServices, question: Question): Promise<GuardAnswer> {
  return services.askGuard(guardQuestionOf(question), question.signal, question.deadlineMs);
}

function guardQuestionOf(question: Question): GuardQuestion {
  const { requestIdentity, clientCapabilities, userId } = question.context;
  return {
    input: question.transcript.text,
    model: question.prompt.model,
    clientEventId: question.record.clientEventId,
    userId,
    userAgent: requestIdentity?.userAgent,
    tenantId: requestIdentity?.tenantId,
    framework: clientCapabilities?.framework,
  };
}

/**
 * Turns the guard's answer into an authorization, or asks the fallback policy if there was no
 * decision. Throws or rejects with the error that stops the call.
 */
export function authorize(
  gate: Gate,
  question: Question,
  answer: GuardAnswer,
): Authorization | Promise<Authorization> {
  return isDecided(answer)
    ? authorizeByVerdict(gate, question.record, answer.verdict)
    : authorizeByFallback(gate, question, answer.failure);
}

/** By an own property: an allow must not come from `Object.prototype`. */
function isDecided(answer: GuardAnswer): answer is { readonly verdict: GuardVerdict } {
  return Object.hasOwn(answer, "verdict");
}

function authorizeByVerdict(
  gate: Gate,
  record: LifecycleRecord,
  verdict: GuardVerdict,
): Authorization {
  const decision = new Decision(verdict, "guard");
  const { observers } = gate.services;
  tellDecision(observers, record, decision);
  if (!decision.allowed) {
    record.decision.resolve(decision);
    throw deniedError(record, decision);
  }
  return { decision, rewrite: decision.transformedInput, fallback: undefined };
}

/** Frozen, because the call acts on it afterwards and observers must not change it. */
function tellDecision(observers: Observers, record: LifecycleRecord, decision: Decision): void {
  if (!observers.any) return;
  Object.freeze(decision);
  observers.tell((o) => o.onDecision?.(record.observed, decision));
}

function deniedError(record: LifecycleRecord, decision: GuardDecision): GuardedModelError {
  const { reason } = decision;
  const why = reason === undefined ? "" : ` Its reason: ${quoteForeign(reason)}.`;
  return new GuardDeniedError(
    "guard_denied",
    `The guard denied this call; the provider was not called.${why} Do not retry it unchanged.`,
    { clientEventId: record.clientEventId, reason, decision },
  );
}

async function authorizeByFallback(
  gate: Gate,
  question: Question,
  failure: PhaseFailure,
): Promise<Authorization> {
  const { services } = gate;
  const { record } = question;
  // A close ends both the guard request and the wait for the policy: the call then fails with
  // `client_closed`.
  services.active.assertRunning();
  const spentMs = services.clock.monotonic() - question.askedAt;
  const fallback = await askFallback({
    policy: services.rules.onGuardUnavailable,
    failure,
    call: {
      segments: question.scoped.inspected,
      model: question.prompt.model,
      userId: question.context.userId,
    },
    signal: question.signal,
    remainingMs: question.deadlineMs - spentMs,
    record,
  });
  services.active.assertRunning();
  if (fallback.kind === "deny") throw unavailableError(record, failure, fallback.mistake);
  const rewrite = fallback.kind === "rewrite" ? fallback.text : undefined;
  const decision = new Decision({ allowed: true, transformedInput: rewrite }, "fallback");
  tellDecision(services.observers, record, decision);
  return { decision, rewrite, fallback: failure.kind };
}

const WHAT_TO_DO: Readonly<Record<PhaseFailure["kind"], string>> = {
  unreachable:
    "Check baseURL (GUARD_BASE_URL), and that the data plane is up and reachable from here; the call may be retried.",
  overloaded: "The data plane is overloaded; retry later.",
  refused:
    "Check baseURL (GUARD_BASE_URL), apiKey (GUARD_API_KEY) and systemId (GUARD_SYSTEM_ID); retrying will not help.",
  unproven:
    "Check baseURL (GUARD_BASE_URL), and what stands between this client and the data plane.",
};

function unavailableError(
  record: LifecycleRecord,
  failure: PhaseFailure,
  mistake: string | undefined,
): GuardedModelError {
  const { kind, cause } = failure;
  const policy = mistake === undefined ? "" : ` onGuardUnavailable ${mistake}, which denies.`;
  const status = cause instanceof DataPlaneError ? cause.status : undefined;
  const why = status === undefined ? kind : `${kind}, status ${status}`;
  return new GuardUnavailableError(
    `The guard gave no decision (${why}); the provider was not called. ${whatToDo(failure)}${policy}`,
    { ...failure, clientEventId: record.clientEventId },
  );
}

/**
 * Over HTTP nobody sees the cause. What an answer lacks, and why nothing was sent, is told in our
 * own words, unlike what services say of themselves.
 */
function whatToDo({ kind, cause }: PhaseFailure): string {
  if (!(cause instanceof GuardedModelError)) return WHAT_TO_DO[kind];
  if (kind === "unproven") return `${cause.message} ${WHAT_TO_DO[kind]}`;
  const wasSent = cause instanceof DataPlaneError && cause.status !== undefined;
  return kind === "refused" && !wasSent ? cause.message : WHAT_TO_DO[kind];
}
