import { settleWithin } from "../transport/settle-within.ts";
import type { Gate } from "./gate.ts";
import type { LifecycleRecord } from "./lifecycle.ts";
import { giveBack } from "./report/hand-over.ts";
import { eventOf } from "./report/report.ts";

/**
 * With a delivery that survives a crash, the fact that this call was approved must survive it too.
 * An abort ends the wait at once.
 */
export function noteCall(
  gate: Gate,
  record: LifecycleRecord,
  signal: AbortSignal | undefined,
): Promise<void> | undefined {
  const { delivery } = gate.services;
  if (delivery.note === undefined) return undefined;
  const interrupted = eventOf(gate, record, { outcome: "interrupted", answer: { output: "" } });
  const noted = delivery.note({ eventId: record.clientEventId, interrupted });
  if (noted === undefined || signal === undefined) return noted;
  return settleWithin(noted, { signal, holdProcess: false }).catch((error: unknown) => {
    if (signal.aborted) giveBackLater(gate, record, noted);
    throw error;
  });
}

/** A note that is still being written cannot be taken back yet. */
function giveBackLater({ services }: Gate, record: LifecycleRecord, noted: Promise<void>): void {
  record.admitted = false;
  const release = (): void => giveBack(services.delivery, record.clientEventId);
  void noted.then(release, release);
}
