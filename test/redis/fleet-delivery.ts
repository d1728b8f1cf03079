import { setTimeout as sleep } from "node:timers/promises";
import { DeliveryWorker } from "../../src/delivery/bullmq-delivery/delivery-worker.ts";
import { readWorkerOptions } from "../../src/delivery/bullmq-delivery/options.ts";
import { bullmqDelivery } from "../../src/delivery/bullmq-delivery.ts";
import { OutcomeCounters } from "../../src/delivery/counters.ts";
import type {
  Delivery,
  DeliveryEnvironment,
  EventRecord,
  RunningDelivery,
  Submission,
} from "../../src/delivery/delivery.ts";
import type { DeliveryCounters, DeliveryOutcome } from "../../src/types.ts";

/** Address of a test's queue. */
export interface Address {
  readonly connection: object;
  readonly queueName: string;
}

/**
 * An app's outbox and its worker as one delivery: the delivery contract must hold end to end, with
 * a real Redis in between.
 */
export function fleetDelivery(address: Address): Delivery {
  return { name: "fleet", start: (environment) => new Fleet(address, environment) };
}

interface Awaited {
  readonly record: EventRecord;
  readonly receive: (outcome: DeliveryOutcome) => void;
}

class Fleet implements RunningDelivery {
  readonly #environment: DeliveryEnvironment;
  readonly #outbox: RunningDelivery;
  readonly #worker: DeliveryWorker;
  readonly #counters = new OutcomeCounters();
  readonly #awaited = new Map<string, Awaited>();

  constructor(address: Address, environment: DeliveryEnvironment) {
    this.#environment = environment;
    // An event in Redis is still pending; every other outcome of the outbox is final.
    const onOutcome = (record: EventRecord, outcome: DeliveryOutcome): void => {
      if (outcome.status !== "persisted") this.#settle(record, outcome);
    };
    const surroundings = { ...environment, onOutcome };
    this.#outbox = bullmqDelivery({ ...address, storeDeadlineMs: 2_000 }).start(surroundings);
    this.#worker = new DeliveryWorker(
      readWorkerOptions({ ...address, lockMs: 5_000 }),
      surroundings,
    );
  }

  admit(signal: AbortSignal | undefined): Promise<void> | undefined {
    return this.#outbox.admit(signal);
  }

  submit(record: EventRecord): Submission {
    this.#counters.open();
    const outcome = new Promise<DeliveryOutcome>((receive) => {
      this.#awaited.set(record.event.event_id, { record, receive });
    });
    return { stored: this.#outbox.submit(record).stored, outcome };
  }

  async flush({ deadlineMs }: { readonly deadlineMs: number }): Promise<void> {
    const until = performance.now() + deadlineMs;
    while (this.#awaited.size > 0 && performance.now() < until) await sleep(5);
  }

  async close(options: { readonly deadlineMs: number }): Promise<void> {
    await this.#outbox.close(options);
    await this.#worker.close(options);
    for (const [eventId, { record }] of this.#awaited) {
      const outcome = { status: "persisted", eventId, attempts: 0, finalized: "skipped" } as const;
      this.#settle(record, outcome);
    }
  }

  counters(): DeliveryCounters {
    return this.#counters.read();
  }

  #settle(record: EventRecord, outcome: DeliveryOutcome): void {
    const awaited = this.#awaited.get(record.event.event_id);
    if (awaited === undefined) return;
    this.#awaited.delete(record.event.event_id);
    this.#counters.settle(outcome);
    awaited.receive(outcome);
    this.#environment.onOutcome(awaited.record, outcome);
  }
}
