import type { EventRecord, RunningDelivery } from "../../delivery/delivery.ts";
import type { DeliveryOutcome } from "../../types.ts";

/** An event that was handed to delivery. Neither promise rejects. */
export interface HandedOver<Received> {
  /** See {@link Submission}. */
  readonly stored: Promise<void> | undefined;
  /** The result of `receive`. */
  readonly received: Promise<Received>;
}

/**
 * Hands an event to delivery, and its outcome to `receive`, which must not throw. Custom deliveries
 * may throw anything: that costs the event, but never affects the call.
 */
export function handOver<Received>(
  delivery: RunningDelivery,
  record: EventRecord,
  receive: (outcome: DeliveryOutcome) => Received,
): HandedOver<Received> {
  const fail = (error: unknown): Received => receive(failedReceipt(record, error));
  try {
    const { stored, outcome } = delivery.submit(record);
    return { stored: stored?.catch(ignore), received: outcome.then(receive, fail) };
  } catch (error) {
    return { stored: undefined, received: Promise.resolve(fail(error)) };
  }
}

/** Releases the space reserved for a call that leaves no event. */
export function giveBack(delivery: RunningDelivery, clientEventId: string): void {
  try {
    delivery.forget?.(clientEventId);
  } catch {
    // The call has ended, and the app must get the call's own error.
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
