import { ignoreLateRejection } from "../../base/late-rejection.ts";
import type { EventRecord, RunningDelivery } from "../../delivery/delivery.ts";
import type { DeliveryOutcome } from "../../types.ts";
import { platformContext } from "../context/platform-context.ts";
import type { LifecycleServices } from "../gate.ts";

/** An event that was handed over. Neither promise rejects. */
export interface HandedOver<Received> {
  /** See {@link Submission}. */
  readonly stored: Promise<void> | undefined;
  /** What `receive` made of the receipt. */
  readonly received: Promise<Received>;
}

/**
 * Hands an event to delivery, and its receipt to `receive`, which must not throw. A delivery may
 * be anybody's code: what it does wrong costs the event, and never the call that the event is about.
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
    ignoreLateRejection(
      services.waitUntil === undefined
        ? platformContext()?.waitUntil?.(work)
        : services.waitUntil(work),
    );
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
