import type { DeliveryOutcome } from "../../../types.ts";
import type { MemoryEvent } from "../../memory-delivery/memory-event.ts";
import type { Numbered } from "../../sending/pending-events.ts";
import type { Segment } from "./spill.ts";

/** An event of the outbox, on its way to the service. */
export interface Item extends Omit<MemoryEvent, "node">, Numbered<Item> {
  /** Whether it is on the disk, or about to be. */
  kept: boolean;
  /** Whether it was sent and must be sent again. */
  tried: boolean;
  /** Whether a dead owner left it, whose folder stays until everything in it is kept again. */
  inherited: boolean;
  /** The spill file that it is in, if it is not in the store. */
  segment: Segment | undefined;
}

/** The outcome of an event that is on the disk and not delivered. */
export function persistedOutcome({ record, attempts }: Item): DeliveryOutcome {
  const eventId = record.event.event_id;
  return { status: "persisted", eventId, attempts, finalized: "skipped" };
}
