import { randomUUID } from "node:crypto";
import type {
  DeliveryEnvironment,
  EventRecord,
  RunningDelivery,
  TelemetryEvent,
} from "../../src/delivery/delivery.ts";
import type { MemoryDeliveryOptions } from "../../src/delivery/memory-delivery/memory-options.ts";
import { readMemoryOptions } from "../../src/delivery/memory-delivery/memory-options.ts";
import { startMemory } from "../../src/delivery/memory-delivery/running.ts";
import type { DeliveryOutcome } from "../../src/types.ts";
import { ScriptedSender } from "./scripted-sender.ts";
import { VirtualTime } from "./simulated/virtual-time.ts";

/** A line that a logger was given. */
export interface LogLine {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  readonly details: Record<string, unknown> | undefined;
}

/** Memory delivery with a service in memory, in virtual time. */
export interface Stage {
  readonly time: VirtualTime;
  readonly sender: ScriptedSender;
  readonly delivery: RunningDelivery;
  readonly log: LogLine[];
  /** The outcomes passed to `onOutcome`, by event id. */
  readonly told: Map<string, DeliveryOutcome[]>;
}

export function stage(
  options: MemoryDeliveryOptions = {},
  environment: Partial<DeliveryEnvironment> = {},
): Stage {
  const time = new VirtualTime();
  const sender = new ScriptedSender(time);
  const log: LogLine[] = [];
  const told = new Map<string, DeliveryOutcome[]>();
  const line =
    (level: LogLine["level"]) => (message: string, details?: Record<string, unknown>) => {
      log.push({ level, message, details });
    };
  const delivery = startMemory(readMemoryOptions(options), {
    sender,
    clock: time,
    timers: time,
    random: () => 0.5,
    logger: { debug: line("debug"), info: line("info"), warn: line("warn"), error: line("error") },
    onOutcome: (record, outcome) => {
      const id = record.event.event_id;
      told.set(id, [...(told.get(id) ?? []), outcome]);
    },
    ...environment,
  });
  return { time, sender, delivery, log, told };
}

/** An event as a lifecycle submits it now. */
export function eventRecord(
  time: VirtualTime,
  changes: Partial<EventRecord> & { readonly fields?: Partial<TelemetryEvent> } = {},
): EventRecord {
  const { fields, ...rest } = changes;
  const eventId = randomUUID();
  return {
    event: {
      event_id: eventId,
      input: "What is the capital of France?",
      output: "Paris.",
      model: "m-1",
      timestamp: new Date(time.now()).toISOString(),
      metadata: { client_event_id: eventId, sdk_version: "0.0.0" },
      ...fields,
    },
    finalize: true,
    idGivenByCaller: false,
    occurredAt: time.now(),
    ...rest,
  };
}

/** Submits `count` new events and returns their outcomes. */
export function submitMany({ delivery, time }: Stage, count: number): Promise<DeliveryOutcome>[] {
  return Array.from({ length: count }, () => delivery.submit(eventRecord(time)).outcome);
}
