import { guardErrorOf, isGuardDenied } from "../guard-error-of.ts";
import type { Outcome } from "../types.ts";
import type { Gate } from "./gate.ts";
import type { LifecycleRecord } from "./lifecycle.ts";
import { observeEnd } from "./observe-end.ts";
import { giveBack } from "./report/hand-over.ts";

/** Ends a lifecycle that did not reach a provider. It leaves no event. */
export function stop(gate: Gate, record: LifecycleRecord, error: unknown): void {
  if (record.ended) return;
  if (record.admitted) giveBack(gate.services.delivery, record.clientEventId);
  const outcome = outcomeOfStop(record, error);
  record.move("stopped");
  record.outcome.resolve(outcome);
  gate.services.active.remove(record);
  observeEnd(gate, record, { outcome, error });
}

/** An error that is not ours is the reason of an abort, or that of a module that cannot be loaded. */
function outcomeOfStop({ signal }: LifecycleRecord, error: unknown): Outcome {
  if (isGuardDenied(error)) return "denied";
  return signal?.aborted && guardErrorOf(error) === undefined ? "cancelled" : "unavailable";
}
