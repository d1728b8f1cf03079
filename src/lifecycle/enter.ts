import { GuardDeniedError } from "../errors.ts";
import type { Prompt } from "../providers/provider.ts";
import { applyRuling, type Passage } from "./apply-ruling.ts";
import { type CallContext, type MergedContext, mergeContext } from "./context.ts";
import { coverageOf } from "./coverage.ts";
import type { Gate } from "./gate.ts";
import { applyScope } from "./guard-scope.ts";
import { LifecycleRecord } from "./lifecycle.ts";
import { attachLifecycle } from "./lifecycle-of.ts";
import { eventOf, stop } from "./report.ts";
import { askForRuling } from "./ruling.ts";
import { currentScope } from "./scope.ts";
import { renderTranscript } from "./transcript.ts";

/** A call that asks to be let through. */
export interface Entrant {
  readonly operation: string;
  readonly prompt: Prompt;
  readonly context: MergedContext;
  /** Cancels the guard phase. */
  readonly signal: AbortSignal | undefined;
}

/** The context of a call made here and now: the client's, the scopes', the call's own. */
export function contextOf(gate: Gate, call: CallContext | undefined): MergedContext {
  let merged = gate.context;
  for (const scoped of currentScope().contexts) {
    if (scoped.family !== gate.services) continue;
    const { clientEventId: _, ...rest } = scoped.context;
    merged = mergeContext(merged, rest);
    if (scoped.claim !== undefined) merged = { ...merged, claim: scoped.claim };
  }
  return mergeContext(merged, call);
}

/**
 * Takes a call from its id to its approval. Resolves only with proof that the provider may be
 * called; everything else rejects and leaves the lifecycle stopped.
 *
 * @throws GuardDeniedError, GuardUnavailableError, GuardedModelError (`client_closed`,
 * `delivery_unavailable`), or the reason of the signal.
 */
export async function enter(gate: Gate, entrant: Entrant): Promise<Passage> {
  const { services } = gate;
  services.active.assertOpen();
  const record = birth(gate, entrant);
  try {
    return await approve(gate, entrant, record);
  } catch (error) {
    stop(gate, record, error);
    attachLifecycle(error, record.view);
    throw error;
  }
}

function birth(gate: Gate, entrant: Entrant): LifecycleRecord {
  const { services } = gate;
  const record = new LifecycleRecord({
    ...services.ids.issue(entrant.context, currentScope()),
    operation: entrant.operation,
    model: entrant.prompt.model,
    context: entrant.context,
    at: services.clock.monotonic(),
  });
  services.active.add(record);
  try {
    entrant.context.onLifecycle?.(record.view);
  } catch {
    // Watching must not change what is watched.
  }
  if (services.observers.any) services.observers.tell((o) => o.onStart?.(record.birth));
  return record;
}

async function approve(gate: Gate, entrant: Entrant, record: LifecycleRecord): Promise<Passage> {
  const { services } = gate;
  entrant.signal?.throwIfAborted();
  const room = services.delivery.admit(entrant.signal);
  if (room !== undefined) await room;
  record.admitted = true;
  if (services.agentConfig !== undefined) await services.agentConfig(entrant.signal);
  const scoped = applyScope(entrant.prompt.segments, services.rules.guardScope);
  record.coverage = coverageOf({ ...scoped, uninspected: entrant.prompt.uninspected });
  refuseUninspected(gate, entrant.prompt, record);
  const transcript = renderTranscript(scoped.inspected, services.random);
  record.move("guarding");
  const ruling = await askForRuling(gate, {
    record,
    transcript,
    segments: scoped.inspected,
    model: entrant.prompt.model,
    context: entrant.context,
    signal: entrant.signal,
  });
  entrant.signal?.throwIfAborted();
  const passage = applyRuling(gate, entrant.prompt, { ...ruling, record, transcript, scoped });
  record.approval = ruling.decision;
  record.decision.settle(ruling.decision);
  record.fallback = ruling.fallback;
  record.approvedAt = services.clock.monotonic();
  record.move("approved");
  const noted = note(gate, record);
  if (noted !== undefined) await noted;
  return passage;
}

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
    denyUninspected === true || deniesUninspected(() => denyUninspected(prompt.uninspected));
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
    return rule() !== false;
  } catch {
    return true;
  }
}
