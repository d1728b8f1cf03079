import { hiddenField } from "../base/hidden-field.ts";
import { shared } from "../base/shared.ts";
import { hasWithin, withinObservers } from "../observability/within-observers.ts";
import type { Prompt } from "../providers/provider.ts";
import { ApprovedLifecycle } from "./approved-lifecycle.ts";
import { runInScope } from "./context/run-in-scope.ts";
import { currentScope, type EnclosingLifecycle } from "./context/scope.ts";
import type { Gate } from "./gate.ts";
import type { Approval } from "./guard/approval.ts";

/**
 * Lifecycles by the signal that their provider was called with, or by a mark in its options. Most
 * nested interceptors receive that very signal, and looking it up costs nothing, while an async
 * scope slows down every promise of the process (on Node.js 20 and 22). Shared, so that
 * interceptors of another build of this package find them.
 */
const carried = shared("carried", hiddenField<EnclosingLifecycle>);

/**
 * Calls the provider inside its lifecycle, so that a guarded client, `fetch` or middleware on the
 * way passes exactly what was approved here, without asking the guard again.
 */
export function runInLifecycle<T>(
  gate: Gate,
  { approval, signal }: { readonly approval: Approval; readonly signal: AbortSignal },
  invoke: () => Promise<T>,
): Promise<T> {
  const enclosing = new ApprovedLifecycle(gate, approval);
  carried.set(signal, enclosing);
  // Async, so that a synchronous throw becomes a rejection.
  const run = async (): Promise<T> => invoke();
  const { observers, interceptors } = gate.services;
  const begin = observers.any
    ? (): Promise<T> => withinObservers(observers, enclosing, { step: "provider", run })
    : run;
  return runInScope(enclosing, interceptors, begin);
}

/** The key of the lifecycle in options that an SDK spreads into those of its `fetch`. */
const LIFECYCLE = Symbol.for("guarded-model-client.lifecycle");

/** An object that carries the lifecycle in options, without exposing it to inspection. */
function markOf(enclosing: EnclosingLifecycle): object {
  const mark = {};
  carried.set(mark, enclosing);
  return mark;
}

function markedIn(options: object | null | undefined): EnclosingLifecycle | undefined {
  const mark = (options as { [LIFECYCLE]?: object } | null | undefined)?.[LIFECYCLE];
  return mark && carried.get(mark);
}

/**
 * Marks the options of a client whose `fetch` may be guarded too: its attempts belong to this
 * lifecycle.
 */
export function markOptions(gate: Gate, approval: Approval, options: object | undefined): object {
  const mark = markOf(new ApprovedLifecycle(gate, approval));
  return options === undefined ? { [LIFECYCLE]: mark } : { ...options, [LIFECYCLE]: mark };
}

/** Whether an observer wraps attempts. */
export function observesAttempts({ services }: Gate): boolean {
  return hasWithin(services.observers);
}

/** Makes one attempt of a request with marked options, wrapped by the observers. */
export function attemptWithin<T>(
  gate: Gate,
  options: object | null | undefined,
  run: () => Promise<T>,
): Promise<T> {
  const enclosing = markedIn(options);
  const isOurs = enclosing instanceof ApprovedLifecycle && enclosing.gate === gate.services;
  if (!isOurs) return run();
  return withinObservers(gate.services.observers, enclosing, { step: "provider", run });
}

/** Sends a request inside the lifecycle that its options are marked with, if they are. */
export function runMarked<T>(
  gate: Gate,
  options: object | undefined,
  send: () => Promise<T>,
): Promise<T> {
  const enclosing = markedIn(options);
  if (enclosing === undefined) return send();
  return runInScope(enclosing, gate.services.interceptors, send);
}

/** Marks options for a provider that knows only the signal it was called with. */
export function markOptionsBySignal(
  signal: AbortSignal,
  options: object | undefined,
): object | undefined {
  const enclosing = carried.get(signal);
  if (enclosing === undefined) return options;
  return { ...options, [LIFECYCLE]: markOf(enclosing) };
}

/**
 * Allows requests with this signal to refer to `count` stored items: some clients send the id of an
 * earlier answer instead of its text, which was approved here.
 */
export function allowReferences(signal: AbortSignal, count: number): void {
  carried.get(signal)?.allowReferences(count);
}

/**
 * Allows requests with this signal to contain the approved texts in these other forms, into which
 * the client is known to convert them. Called only if a nested interceptor asks.
 */
export function allowRenderings(signal: AbortSignal, renderings: () => readonly string[]): void {
  carried.get(signal)?.allowRenderings(renderings);
}

/**
 * Whether the current lifecycle, or the one that the request's `options` or signal belong to, is in
 * progress and has approved the whole `prompt`.
 */
export function isApprovedAlready(
  gate: Gate,
  prompt: Prompt,
  options: { readonly signal?: AbortSignal | null | undefined } | undefined,
): boolean {
  const signal = options?.signal;
  const enclosing =
    markedIn(options) ?? (signal && carried.get(signal)) ?? currentScope().enclosing;
  if (enclosing === undefined || enclosing.gate !== gate.services) return false;
  return enclosing.lasts && enclosing.approves(prompt);
}
