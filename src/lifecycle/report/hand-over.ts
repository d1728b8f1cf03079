import { ignoreLateRejection } from "../../base/late-rejection.ts";
import type { EventRecord, RunningDelivery } from "../../delivery/delivery.ts";
import type { DeliveryOutcome } from "../../types.ts";
import { platformContext } from "../context/platform-context.ts";
import type { LifecycleServices } from "../gate.ts";

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

/**
 * Makes the platform wait for `work`, by the option `waitUntil` or else by the platform's context
 * of the current request. A failure does not stop the call.
 */
export function keepAlive(services: LifecycleServices, work: Promise<unknown>): void {
  try {
    ignoreLateRejection(
      services.waitUntil === undefined
        ? platformContext()?.waitUntil?.(work)
        : services.waitUntil(work),
    );
  } catch {
    // Platforms throw outside of a request; there is nothing to keep alive then.
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
