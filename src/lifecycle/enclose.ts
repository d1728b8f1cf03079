import { hiddenField } from "../base/hidden-field.ts";
import type { ObservedCall } from "../observability/observer.ts";
import { hasEnclosing, within } from "../observability/within.ts";
import type { Prompt } from "../providers/provider.ts";
import type { Segment } from "../types.ts";
import { currentScope, type Enclosing, runEnclosed } from "./context/scope.ts";
import type { Gate } from "./gate.ts";
import type { Approval } from "./guard/approval.ts";

/**
 * Lifecycles by the signal their provider was called with. Most doorways inside a doorway are
 * handed that very signal, and a field of it is free where an async scope would slow down every promise
 * of the process (Node 20 and 22 follow them one by one).
 */
const bySignal = hiddenField<Enclosing>();

/**
 * Calls the provider inside its lifecycle, so that a guarded client, fetch or middleware found
 * on the way lets the very words through that were approved here, and nothing else.
 */
export function enclose<T>(
  gate: Gate,
  { approval, signal }: { readonly approval: Approval; readonly signal: AbortSignal },
  invoke: () => Promise<T>,
): Promise<T> {
  const enclosing = new ApprovedCall(gate, approval);
  bySignal.set(signal, enclosing);
  // Async, so that a provider that throws at once rejects like any other.
  const run = async (): Promise<T> => invoke();
  const { observers, doorways } = gate.services;
  const begin = observers.any
    ? (): Promise<T> => within(observers, enclosing, { step: "provider", run })
    : run;
  return runEnclosed(enclosing, doorways, begin);
}

/** Marks options that an SDK spreads into those of its `fetch`, whichever code calls that. */
const ENCLOSING = Symbol("guarded-model-client.enclosing");

/** What travels with options and tells nothing to those who print them. */
class Enclosure {
  readonly #enclosing: Enclosing;

  constructor(enclosing: Enclosing) {
    this.#enclosing = enclosing;
  }

  static of(options: object | null | undefined): Enclosing | undefined {
    const mark = (options as { [ENCLOSING]?: unknown } | null | undefined)?.[ENCLOSING];
    return mark instanceof Enclosure ? mark.#enclosing : undefined;
  }
}

/** Options for a client whose `fetch` may be a guarded one: its attempts belong to this lifecycle. */
export function encloseOptions(
  gate: Gate,
  approval: Approval,
  options: object | undefined,
): object {
  const enclosure = new Enclosure(new ApprovedCall(gate, approval));
  return options === undefined
    ? { [ENCLOSING]: enclosure }
    : { ...options, [ENCLOSING]: enclosure };
}

/** Whether attempts are made otherwise than they would be, for the sake of an observer. */
export function observesAttempts({ services }: Gate): boolean {
  return hasEnclosing(services.observers);
}

/** Makes an attempt at the answer to a request that has such options, inside of what observers put around it. */
export function attemptWithin<T>(
  gate: Gate,
  options: object | null | undefined,
  run: () => Promise<T>,
): Promise<T> {
  const enclosing = Enclosure.of(options);
  const isOurs = enclosing instanceof ApprovedCall && enclosing.gate === gate.services;
  if (!isOurs) return run();
  return within(gate.services.observers, enclosing, { step: "provider", run });
}

/** The same for a provider that knows its lifecycle by nothing but the signal it was given. */
export function encloseBySignal(
  signal: AbortSignal,
  options: object | undefined,
): object | undefined {
  const enclosing = bySignal.get(signal);
  if (enclosing === undefined) return options;
  return { ...options, [ENCLOSING]: new Enclosure(enclosing) };
}

/** Whether a call that was let through may send all of `prompt`. */
export function approves(gate: Gate, approval: Approval, prompt: Prompt): boolean {
  return new ApprovedCall(gate, approval).approves(prompt);
}

/** An approved lifecycle. What it approves is looked up only when a doorway is found inside. */
class ApprovedCall implements Enclosing {
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
export function isEnclosed(
  gate: Gate,
  prompt: Prompt,
  options: { readonly signal?: AbortSignal | null | undefined } | undefined,
): boolean {
  const signal = options?.signal;
  const enclosing =
    Enclosure.of(options) ?? (signal && bySignal.get(signal)) ?? currentScope().enclosing;
  if (enclosing === undefined || enclosing.gate !== gate.services) return false;
  return enclosing.lasts && enclosing.approves(prompt);
}
