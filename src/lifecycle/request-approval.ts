import { ignoreLateRejection } from "../base/late-rejection.ts";
import { GuardDeniedError, GuardedModelError, UnguardedRequestError } from "../errors.ts";
import type { Prompt } from "../providers/provider.ts";
import type { MergedContext } from "./context/context.ts";
import type { Gate } from "./gate.ts";
import { type Approval, applyAuthorization } from "./guard/approval.ts";
import { type Authorization, askGuard, authorize, type Question } from "./guard/authorize.ts";
import { coverageOf } from "./guard/coverage.ts";
import { applyScope } from "./guard/guard-scope.ts";
import type { LifecycleRecord } from "./lifecycle.ts";
import { attachLifecycle } from "./lifecycle-of.ts";
import type { MaskingResult } from "./masking/mask-call.ts";
import type { RecipientOf } from "./masking/place-of.ts";
import { noteCall } from "./note-call.ts";
import { errorNote } from "./report/error-note.ts";
import { type StartOptions, startLifecycle } from "./start-lifecycle.ts";
import { stop } from "./stop.ts";
import { renderTranscript } from "./transcript/transcript.ts";

/** What {@link requestApproval} needs. */
export interface ApprovalRequest extends StartOptions {
  /** Cancels the guard phase. */
  readonly signal: AbortSignal | undefined;
  /** Who receives the request. If unknown, no signed texts are remembered. */
  readonly recipientOf?: RecipientOf | undefined;
}

/** The {@link ApprovalRequest} of a call whose prompt has been read. */
export function approvalRequestOf(
  call: {
    readonly codec: { readonly operation: string };
    readonly context: MergedContext;
    readonly provider?: Pick<ApprovalRequest, "recipientOf"> | undefined;
  },
  prompt: Prompt,
): ApprovalRequest {
  const { context, provider } = call;
  const { operation } = call.codec;
  const { signal } = context;
  return { operation, prompt, context, signal, recipientOf: provider?.recipientOf };
}

/**
 * Takes a call from its start to its approval. Resolves only with proof that the provider may be
 * called; otherwise rejects and leaves the lifecycle stopped. `record`: the lifecycle, if already
 * started.
 *
 * @throws GuardDeniedError, GuardUnavailableError, UnguardedRequestError, GuardedModelError
 * (`client_closed`, `delivery_unavailable`), or the signal's reason.
 */
export async function requestApproval(
  gate: Gate,
  approvalRequest: ApprovalRequest,
  record: LifecycleRecord = startLifecycle(gate, approvalRequest),
): Promise<Approval> {
  try {
    record.signal = approvalRequest.signal;
    return await approvalOf(gate, approvalRequest, record);
  } catch (error) {
    stop(gate, record, error);
    if (error !== approvalRequest.signal?.reason) nameCall(error, record);
    attachLifecycle(error, record.view);
    throw error;
  }
}

/** The steps in their order. Each may throw, which stops the lifecycle. */
async function approvalOf(
  gate: Gate,
  approvalRequest: ApprovalRequest,
  record: LifecycleRecord,
): Promise<Approval> {
  const { services } = gate;
  const { context, signal } = approvalRequest;
  signal?.throwIfAborted();
  assertModel(approvalRequest);
  const admission = services.delivery.admit(signal);
  if (admission !== undefined) await admission;
  record.admitted = true;
  const spentMs = services.agentConfig === undefined ? 0 : await fetchConfig(gate, signal);
  refuseUninspected(gate, approvalRequest.prompt, record);
  const masked = services.masker && (await mask(gate, approvalRequest, record));
  const prompt = masked?.prompt ?? approvalRequest.prompt;
  const question = buildQuestion(gate, { prompt, context, signal, record, spentMs });
  const pending = authorize(gate, question, await askGuard(gate, question));
  const authorization = pending instanceof Promise ? await pending : pending;
  signal?.throwIfAborted();
  const approval = applyAuthorization(gate, authorization, question);
  approve(gate, record, authorization);
  const noted = noteCall(gate, record, signal);
  if (noted !== undefined) await noted;
  const texts = masked?.toSend(approval) ?? approval;
  return texts === approval ? approval : { ...approval, ...texts };
}

/**
 * Errors of a full delivery, a required configuration and a close are made without a call. They get
 * the id of this one.
 */
function nameCall(error: unknown, { clientEventId }: LifecycleRecord): void {
  if (!(error instanceof GuardedModelError) || error.clientEventId !== undefined) return;
  Reflect.set(error, "clientEventId", clientEventId);
}

/** The function that names the model is somebody else's, and may be asynchronous by mistake. */
function assertModel({ operation, prompt }: ApprovalRequest): void {
  const model: unknown = prompt.model;
  if (typeof model === "string") return;
  ignoreLateRejection(model);
  throw new UnguardedRequestError(
    `The request cannot be checked: the function model of ${operation} must return a string, not a promise. Nothing was sent.`,
  );
}

/** The guard request for a prompt, which has been masked if there is a masker. */
function buildQuestion(
  { services }: Gate,
  call: Pick<Question, "prompt" | "context" | "signal" | "record"> & { readonly spentMs: number },
): Question {
  const { prompt, context, signal, record } = call;
  const scoped = applyScope(prompt.segments, services.rules.guardScope);
  record.coverage = coverageOf(scoped, prompt.uninspected);
  const transcript = renderTranscript(scoped.inspected, services.random);
  record.move("guarding");
  const askedAt = services.clock.monotonic();
  const deadlineMs = services.rules.guardDeadlineMs - call.spentMs;
  return { record, prompt, scoped, transcript, context, signal, askedAt, deadlineMs };
}

function approve({ services }: Gate, record: LifecycleRecord, authorization: Authorization): void {
  record.approvedBy = authorization.decision;
  record.decision.resolve(authorization.decision);
  record.fallback = authorization.fallback;
  record.approvedAt = services.clock.monotonic();
  record.move("approved");
}

/**
 * Fetching the configuration counts towards the deadline of the guard phase; resolves with the
 * milliseconds it took.
 */
async function fetchConfig(gate: Gate, signal: AbortSignal | undefined): Promise<number> {
  const { agentConfig, clock } = gate.services;
  const since = clock.monotonic();
  try {
    await agentConfig?.(signal);
  } catch (error) {
    gate.services.active.assertRunning();
    throw error;
  }
  return clock.monotonic() - since;
}

/** @throws GuardDeniedError `masking_failed` */
async function mask(
  gate: Gate,
  approvalRequest: ApprovalRequest,
  record: LifecycleRecord,
): Promise<MaskingResult> {
  try {
    masking ??= await import("./masking/mask-call.ts");
    gate.services.active.assertRunning();
    const masked = await masking.maskCall(gate, approvalRequest, record);
    record.masking = masked.masking;
    return masked;
  } catch (error) {
    approvalRequest.signal?.throwIfAborted();
    gate.services.active.assertRunning();
    const { name = "unknown error" } = errorNote(error);
    // Without a cause: the masker's error may quote the values it should have hidden.
    throw new GuardDeniedError(
      "masking_failed",
      `The masker failed or did not finish in time (${name}); nothing was sent. Check the masker; the call may be retried.`,
      { clientEventId: record.clientEventId, reason: "masking_failed", retryable: true },
    );
  }
}

/** Loaded with the first masked call. */
let masking: typeof import("./masking/mask-call.ts") | undefined;

function refuseUninspected(gate: Gate, prompt: Prompt, record: LifecycleRecord): void {
  const { denyUninspected } = gate.services.rules;
  if (denyUninspected === false || prompt.uninspected.length === 0) return;
  const deny =
    denyUninspected === true ||
    deniesUninspected(() => denyUninspected(structuredClone(prompt.uninspected)));
  if (!deny) return;
  const kinds = prompt.uninspected.map((part) => `${part.count} ${part.kind}`).join(", ");
  throw new GuardDeniedError(
    "uninspected_content",
    `The prompt holds content the guard cannot see (${kinds}) and denyUninspected is on. Remove it or allow its kind.`,
    { clientEventId: record.clientEventId, reason: "uninspected_content" },
  );
}

/** A function that throws denies. */
function deniesUninspected(rule: () => boolean): boolean {
  try {
    const denies: unknown = rule();
    ignoreLateRejection(denies);
    return denies !== false;
  } catch {
    return true;
  }
}
