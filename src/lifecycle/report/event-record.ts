import type { EventRecord } from "../../delivery/delivery.ts";
import type { Gate } from "../gate.ts";
import { buildEvent, type EventFacts } from "./event.ts";
import { applyBeforeIngest } from "./withhold.ts";

/** The event of these facts as delivery gets it: within the contract, and after `beforeIngest`. */
export function eventRecord({ services }: Gate, facts: EventFacts): EventRecord {
  const times = { now: services.clock.now(), serviceNow: services.serviceNow() };
  const built = buildEvent(facts, services.events, times);
  const event = applyBeforeIngest(services.rules.beforeIngest, built.event, facts.notes);
  return event === built.event ? built : { ...built, event };
}
