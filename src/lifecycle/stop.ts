import { guardErrorOf } from "../guard-error-of.ts";
import type { ObservedEnd } from "../observability/observer.ts";
import type { Outcome } from "../types.ts";
import type { Gate } from "./gate.ts";
import { giveBack } from "./hand-over.ts";
import type { LifecycleRecord } from "./lifecycle.ts";

/** Ends a lifecycle that never reached a provider. It leaves no event. */
export function stop(gate: Gate, record: LifecycleRecord, error: unknown): void {
  if (record.ended) return;
  if (record.admitted) giveBack(gate.services.delivery, record.clientEventId);
  record.move("stopped");
  const outcome = outcomeOfStop(error);
  record.decision.settle(undefined);
  record.outcome.settle(outcome);
  record.delivery.settle(undefined);
  gate.services.active.remove(record);
  observeEnd(gate, record, outcome);
}

function outcomeOfStop(error: unknown): Outcome {
  const code = guardErrorOf(error)?.code;
  switch (code) {
    case undefined:
      return "cancelled";
    case "guard_denied":
    case "rewrite_unmappable":
    case "uninspected_content":
    case "masking_failed":
      return "denied";
    default:
      return "unavailable";
  }
}

/** Tells the observers how a lifecycle ended. */
export function observeEnd(gate: Gate, record: LifecycleRecord, outcome: Outcome): void {
  const { observers, clock } = gate.services;
  if (!observers.any) return;
  const now = clock.monotonic();
  const { birth, approvedAt } = record;
  const approved = approvedAt > 0;
  const end: ObservedEnd = {
    outcome,
    guardMs: approved ? Math.round(approvedAt - birth.at) : undefined,
    providerMs: approved ? Math.round(now - approvedAt) : undefined,
    totalMs: Math.round(now - birth.at),
    coverage: record.coverage,
  };
  observers.tell((observer) => observer.onEnd?.(record.observed, end));
}
