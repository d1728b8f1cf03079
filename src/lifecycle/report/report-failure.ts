import type { Gate } from "../gate.ts";
import type { LifecycleRecord } from "../lifecycle.ts";
import { attachLifecycle } from "../lifecycle-of.ts";
import { report } from "./report.ts";

/** How a call ended that has no answer. */
interface Failure {
  /** The error that the app gets, unchanged. */
  readonly error: unknown;
  readonly cancelled: boolean;
}

/**
 * Reports a call that failed or was cancelled before its answer. Resolves when the error may be
 * passed on: with a durable delivery, when the event is stored.
 */
export async function reportFailure(
  gate: Gate,
  record: LifecycleRecord,
  { error, cancelled }: Failure,
): Promise<void> {
  attachLifecycle(error, record.view);
  const outcome = cancelled ? "cancelled" : "error";
  await report(gate, record, { outcome, answer: { output: "" }, error })?.stored;
}
