import type { EventRecord, RunningDelivery, Submission } from "../delivery/delivery.ts";
import type { DeliveryOutcome } from "../types.ts";
import type { LifecycleServices } from "./gate.ts";
import { platformContext } from "./platform-context.ts";

/**
 * Hands an event to delivery. A delivery may be anybody's code: what it does wrong costs the
 * event, and never the call that the event is about. Neither throws nor gives promises that
 * reject.
 */
export function handOver(delivery: RunningDelivery, record: EventRecord): Submission {
  let submission: Submission;
  try {
    submission = delivery.submit(record);
  } catch (error) {
    return { stored: undefined, outcome: Promise.resolve(failedReceipt(record, error)) };
  }
  return {
    stored: submission.stored?.catch(ignore),
    outcome: submission.outcome.catch((error: unknown) => failedReceipt(record, error)),
  };
}

/** Gives back the place of an admitted call that leaves no event. */
export function giveBack(delivery: RunningDelivery, clientEventId: string): void {
  try {
    delivery.forget?.(clientEventId);
  } catch {
    // The call has ended already and its own error is what the app must hear.
  }
}

/**
 * Lets the platform wait for `work`, where it can: as the option says, else as the platform
 * itself offers for the request at hand. One that refuses does not stop the call.
 */
export function keepAlive(services: LifecycleServices, work: Promise<unknown>): void {
  try {
    if (services.waitUntil !== undefined) services.waitUntil(work);
    else platformContext()?.waitUntil?.(work);
  } catch {
    // Platforms throw outside of a request of theirs; there is nothing to wait in then.
  }
}

function failedReceipt(record: EventRecord, error: unknown): DeliveryOutcome {
  return {
    status: "dropped",
    eventId: record.event.event_id,
    attempts: 0,
    finalized: false,
    reason: "delivery_failed",
    error: error instanceof Error ? error : undefined,
  };
}

function ignore(): void {}
