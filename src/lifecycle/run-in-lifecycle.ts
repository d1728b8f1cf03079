import { hiddenField } from "../base/hidden-field.ts";
import type { ObservedCall } from "../observability/observer.ts";
import { hasWithin, withinObservers } from "../observability/within-observers.ts";
import { sentJson } from "../providers/json/json-text.ts";
import type { Prompt } from "../providers/provider.ts";
import type { Segment } from "../types.ts";
import { currentScope, type EnclosingLifecycle, runInScope } from "./context/scope.ts";
import type { Gate } from "./gate.ts";
import type { Approval } from "./guard/approval.ts";

/**
 * Lifecycles by the signal their provider was called with. Most doorways inside a doorway are
 * handed that very signal, and a field of it is free where an async scope would slow down every promise
 * of the process (Node 20 and 22 follow them one by one).
 */
const bySignal = hiddenField<EnclosingLifecycle>();

/**
 * Calls the provider inside its lifecycle, so that a guarded client, fetch or middleware that is
 * called on the way lets through exactly what was approved here, without asking the guard again.
 */
export function runInLifecycle<T>(
  gate: Gate,
  { approval, signal }: { readonly approval: Approval; readonly signal: AbortSignal },
  invoke: () => Promise<T>,
): Promise<T> {
  const enclosing = new ApprovedLifecycle(gate, approval);
  bySignal.set(signal, enclosing);
  // Async, so that a provider that throws at once rejects like any other.
  const run = async (): Promise<T> => invoke();
  const { observers, doorways } = gate.services;
  const begin = observers.any
    ? (): Promise<T> => withinObservers(observers, enclosing, { step: "provider", run })
    : run;
  return runInScope(enclosing, doorways, begin);
}

/** Marks options that an SDK spreads into those of its `fetch`, whichever code calls that. */
const LIFECYCLE = Symbol("guarded-model-client.lifecycle");

/** Carries the lifecycle in options, hidden from whoever prints or copies them. */
class LifecycleMark {
  readonly #enclosing: EnclosingLifecycle;

  constructor(enclosing: EnclosingLifecycle) {
    this.#enclosing = enclosing;
  }

  static of(options: object | null | undefined): EnclosingLifecycle | undefined {
    const mark = (options as { [LIFECYCLE]?: unknown } | null | undefined)?.[LIFECYCLE];
    return mark instanceof LifecycleMark ? mark.#enclosing : undefined;
  }
}

/** Marks options of a client whose `fetch` may be a guarded one: its attempts belong to this lifecycle. */
export function markOptions(gate: Gate, approval: Approval, options: object | undefined): object {
  const mark = new LifecycleMark(new ApprovedLifecycle(gate, approval));
  return options === undefined ? { [LIFECYCLE]: mark } : { ...options, [LIFECYCLE]: mark };
}

/** Whether an observer wants to run something around attempts. */
export function observesAttempts({ services }: Gate): boolean {
  return hasWithin(services.observers);
}

/** Makes one attempt of a request whose options are marked, inside of what observers run around it. */
export function attemptWithin<T>(
  gate: Gate,
  options: object | null | undefined,
  run: () => Promise<T>,
): Promise<T> {
  const enclosing = LifecycleMark.of(options);
  const isOurs = enclosing instanceof ApprovedLifecycle && enclosing.gate === gate.services;
  if (!isOurs) return run();
  return withinObservers(gate.services.observers, enclosing, { step: "provider", run });
}

/** Marks options for a provider that knows its lifecycle only by the signal it was called with. */
export function markOptionsBySignal(
  signal: AbortSignal,
  options: object | undefined,
): object | undefined {
  const enclosing = bySignal.get(signal);
  if (enclosing === undefined) return options;
  return { ...options, [LIFECYCLE]: new LifecycleMark(enclosing) };
}

/** Whether a call that was approved may send all of `prompt`. */
export function approves(gate: Gate, approval: Approval, prompt: Prompt): boolean {
  return new ApprovedLifecycle(gate, approval).approves(prompt);
}

/** An approved lifecycle. What it approves is looked up only when a doorway is found inside. */
class ApprovedLifecycle implements EnclosingLifecycle {
  readonly gate: object;
  readonly #approval: Approval;
  #references = 0;
  #renderings: (() => readonly string[]) | undefined = undefined;

  constructor(gate: Gate, approval: Approval) {
    this.gate = gate.services;
    this.#approval = approval;
  }

  get clientEventId(): string {
    return this.#approval.record.clientEventId;
  }

  get observed(): ObservedCall {
    return this.#approval.record.observed;
  }

  get lasts(): boolean {
    return !this.#approval.record.ended;
  }

  approves(prompt: Prompt): boolean {
    const { collapsed, texts, record } = this.#approval;
    const approved = new Set(collapsed === undefined ? texts : [collapsed]);
    const isNew = ({ text }: Segment): boolean => !approved.has(text);
    if (prompt.segments.some(isNew)) {
      for (const text of [...approved]) approved.add(sentJson(text) ?? text);
      for (const text of this.#renderings?.() ?? []) approved.add(text);
      if (prompt.segments.some(isNew)) return false;
    }
    // No picture slips past `denyUninspected` on a second doorway.
    const seen = record.coverage?.uninspected ?? [];
    return prompt.uninspected.every(({ kind, count }) => {
      const known = seen.find((part) => part.kind === kind)?.count ?? 0;
      return count <= (kind === "reference" ? known + this.#references : known);
    });
  }

  allowReferences(count: number): void {
    this.#references = count;
  }

  allowRenderings(renderings: () => readonly string[]): void {
    this.#renderings = renderings;
  }
}

/**
 * Lets what is sent with this signal refer to `count` things that the provider keeps: clients
 * send an id in the place of words that the provider said itself, and that were approved here.
 */
export function allowReferences(signal: AbortSignal, count: number): void {
  bySignal.get(signal)?.allowReferences(count);
}

/**
 * Lets what is sent with this signal say what was approved in these other forms, which a client is
 * known to make of it. Asked for only when a doorway is found inside.
 */
export function allowRenderings(signal: AbortSignal, renderings: () => readonly string[]): void {
  bySignal.get(signal)?.allowRenderings(renderings);
}

/**
 * Whether the lifecycle around the present code, or the one that `options` of a request or their
 * signal belong to, is under way and has approved all of `prompt` already.
 */
export function isApprovedAlready(
  gate: Gate,
  prompt: Prompt,
  options: { readonly signal?: AbortSignal | null | undefined } | undefined,
): boolean {
  const signal = options?.signal;
  const enclosing =
    LifecycleMark.of(options) ?? (signal && bySignal.get(signal)) ?? currentScope().enclosing;
  if (enclosing === undefined || enclosing.gate !== gate.services) return false;
  return enclosing.lasts && enclosing.approves(prompt);
}
