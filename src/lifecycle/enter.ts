import { ignoreLateRejection } from "../base/late-rejection.ts";
import { GuardDeniedError } from "../errors.ts";
import type { Prompt } from "../providers/provider.ts";
import type { MergedContext } from "./context/context.ts";
import type { Gate } from "./gate.ts";
import { applyRuling, type Passage } from "./guard/apply-ruling.ts";
import { coverageOf } from "./guard/coverage.ts";
import { applyScope } from "./guard/guard-scope.ts";
import { ask, type Question, type Ruling, rule } from "./guard/ruling.ts";
import type { LifecycleRecord } from "./lifecycle.ts";
import { attachLifecycle } from "./lifecycle-of.ts";
import type { MaskedEntrance } from "./masking/mask-call.ts";
import type { RecipientOf } from "./masking/place-of.ts";
import { eventOf } from "./report/report.ts";
import { type StartOptions, startLifecycle } from "./start-lifecycle.ts";
import { stop } from "./stop.ts";
import { renderTranscript } from "./transcript/transcript.ts";

/** A call that asks to be let through. */
export interface Entrant extends StartOptions {
  /** Cancels the guard phase. */
  readonly signal: AbortSignal | undefined;
  /** Who is told. Where that is not known, nothing that is signed is remembered. */
  readonly recipientOf?: RecipientOf | undefined;
}

/** A call as it asks, with the prompt that was read of its request. */
export function entrantOf(
  call: {
    readonly codec: { readonly operation: string };
    readonly context: MergedContext;
    readonly provider?: Pick<Entrant, "recipientOf"> | undefined;
  },
  prompt: Prompt,
): Entrant {
  const { context, provider } = call;
  const { operation } = call.codec;
  const { signal } = context;
  return { operation, prompt, context, signal, recipientOf: provider?.recipientOf };
}

/**
 * Takes a call from its id to its approval. Resolves only with proof that the provider may be
 * called; everything else rejects and leaves the lifecycle stopped. `record` is given when the
 * lifecycle was started before.
 *
 * @throws GuardDeniedError, GuardUnavailableError, GuardedModelError (`client_closed`,
 * `delivery_unavailable`), or the reason of the signal.
 */
export async function enter(
  gate: Gate,
  entrant: Entrant,
  record: LifecycleRecord = startLifecycle(gate, entrant),
): Promise<Passage> {
  try {
    const { services } = gate;
    const { signal } = entrant;
    signal?.throwIfAborted();
    const room = services.delivery.admit(signal);
    if (room !== undefined) await room;
    record.admitted = true;
    const spentMs = services.agentConfig === undefined ? 0 : await fetchConfig(gate, signal);
    refuseUninspected(gate, entrant.prompt, record);
    const masked = services.masker && (await mask(gate, entrant, record));
    const prompt = masked?.prompt ?? entrant.prompt;
    const { context } = entrant;
    const question = pose(gate, { prompt, context, signal, record, spentMs });
    const ruled = rule(gate, question, await ask(gate, question));
    const ruling = ruled instanceof Promise ? await ruled : ruled;
    signal?.throwIfAborted();
    const passage = applyRuling(gate, ruling, question);
    approve(gate, record, ruling);
    const noted = note(gate, record);
    if (noted !== undefined) await noted;
    const words = masked?.sent(passage) ?? passage;
    return words === passage ? passage : { ...passage, ...words };
  } catch (error) {
    stop(gate, record, error);
    attachLifecycle(error, record.view);
    throw error;
  }
}

/** What the guard is asked about a prompt, as everybody outside of the app may see it. */
function pose(
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

function approve({ services }: Gate, record: LifecycleRecord, ruling: Ruling): void {
  record.approvedBy = ruling.decision;
  record.decision.resolve(ruling.decision);
  record.fallback = ruling.fallback;
  record.approvedAt = services.clock.monotonic();
  record.move("approved");
}

/** The guard phase begins with the configuration, and has one deadline. Resolves to what is spent of it. */
async function fetchConfig(gate: Gate, signal: AbortSignal | undefined): Promise<number> {
  const { agentConfig, clock } = gate.services;
  const since = clock.monotonic();
  await agentConfig?.(signal);
  return clock.monotonic() - since;
}

/** The prompt as everybody outside of the app may see it. @throws GuardDeniedError `masking_failed` */
async function mask(
  gate: Gate,
  entrant: Entrant,
  record: LifecycleRecord,
): Promise<MaskedEntrance> {
  try {
    masking ??= await import("./masking/mask-call.ts");
    const masked = await masking.maskCall(gate, entrant, record);
    record.masking = masked.masking;
    return masked;
  } catch {
    entrant.signal?.throwIfAborted();
    // Without a cause: what a masker throws may quote what it was to hide.
    throw new GuardDeniedError(
      "masking_failed",
      "The masker failed or did not finish in time; nothing was sent. Check the masker; the call may be retried.",
      { clientEventId: record.clientEventId, reason: "masking_failed", retryable: true },
    );
  }
}

/** Loaded with the first call that is masked. */
let masking: typeof import("./masking/mask-call.ts") | undefined;

/** Where delivery survives a crash, so must the fact that this call was let through. */
function note(gate: Gate, record: LifecycleRecord): Promise<void> | undefined {
  const { delivery } = gate.services;
  if (delivery.note === undefined) return undefined;
  const interrupted = eventOf(gate, record, { outcome: "interrupted", answer: { output: "" } });
  return delivery.note({ eventId: record.clientEventId, interrupted });
}

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

/** A rule that throws denies. */
function deniesUninspected(rule: () => boolean): boolean {
  try {
    const denies: unknown = rule();
    ignoreLateRejection(denies);
    return denies !== false;
  } catch {
    return true;
  }
}
