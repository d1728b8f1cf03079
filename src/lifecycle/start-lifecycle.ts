import { ignoreLateRejection } from "../base/late-rejection.ts";
import type { Prompt } from "../providers/provider.ts";
import type { MergedContext } from "./context/context.ts";
import { currentScope } from "./context/scope.ts";
import type { Gate } from "./gate.ts";
import { LifecycleRecord } from "./lifecycle.ts";
import type { Reservation } from "./reservation.ts";

/** What {@link startLifecycle} needs. */
export interface StartOptions {
  readonly operation: string;
  readonly prompt: Prompt;
  readonly context: MergedContext;
  /** The client's attempt number, if known and above 1. */
  readonly attempt?: number | undefined;
  /** Set if the call reserved its place before its lifecycle could start. */
  readonly reservation?: Reservation | undefined;
}

/**
 * Starts a lifecycle: gives it its id and notifies `onLifecycle` and the observers.
 *
 * @throws GuardedModelError `client_closed`.
 */
export function startLifecycle(gate: Gate, options: StartOptions): LifecycleRecord {
  const { services } = gate;
  services.active.assertOpen(options.reservation);
  const record = new LifecycleRecord({
    // The copied properties come last: after a spread at the beginning, the V8 of Node.js 20 takes a
    // microsecond for each property that it adds.
    operation: options.operation,
    model: options.prompt.model,
    context: options.context,
    attempt: options.attempt,
    at: services.clock.monotonic(),
    ...services.ids.issue(options.context, currentScope()),
  });
  services.active.add(record);
  services.active.release(options.reservation);
  try {
    ignoreLateRejection(options.context.onLifecycle?.(record.view));
  } catch {
    // Errors of an observer must not affect the call.
  }
  if (services.observers.any) services.observers.tell((o) => o.onStart?.(record.observed));
  return record;
}
