import { ignoreLateRejection } from "../base/late-rejection.ts";
import type { Prompt } from "../providers/provider.ts";
import type { Arrival } from "./arrival.ts";
import type { MergedContext } from "./context/context.ts";
import { currentScope } from "./context/scope.ts";
import type { Gate } from "./gate.ts";
import { LifecycleRecord } from "./lifecycle.ts";

/** What a lifecycle begins with. */
export interface Newborn {
  readonly operation: string;
  readonly prompt: Prompt;
  readonly context: MergedContext;
  /** Which attempt of its client's it is, where that is known and more than the first. */
  readonly attempt?: number | undefined;
  /** Where it was announced before it could be born. */
  readonly arrival?: Arrival | undefined;
}

/**
 * A new lifecycle with its one id, told to whoever asked to be told.
 *
 * @throws GuardedModelError `client_closed`.
 */
export function birth(gate: Gate, newborn: Newborn): LifecycleRecord {
  const { services } = gate;
  services.active.assertOpen(newborn.arrival);
  const id = services.ids.issue(newborn.context, currentScope());
  const record = new LifecycleRecord({
    clientEventId: id.clientEventId,
    idGivenByCaller: id.idGivenByCaller,
    parentClientEventId: id.parentClientEventId,
    operation: newborn.operation,
    model: newborn.prompt.model,
    context: newborn.context,
    attempt: newborn.attempt,
    at: services.clock.monotonic(),
  });
  services.active.add(record);
  services.active.welcome(newborn.arrival);
  try {
    ignoreLateRejection(newborn.context.onLifecycle?.(record.view));
  } catch {
    // Watching must not change what is watched.
  }
  if (services.observers.any) services.observers.tell((o) => o.onStart?.(record.observed));
  return record;
}
