import { stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { EventRecord, RunningDelivery } from "../../src/delivery/delivery.ts";
import {
  type DurableDeliveryOptions,
  durableDelivery,
} from "../../src/delivery/durable-delivery.ts";
import type { Timers } from "../../src/delivery/timers.ts";
import { ContractService, DOWN, freshRecord } from "../../src/testing/contract-service.ts";
import type { Clock } from "../../src/types.ts";
import { VirtualTime } from "./simulated/virtual-time.ts";
import type { LogLine } from "./stage.ts";

/** A running outbox with a service in memory. */
export interface OutboxBench {
  readonly delivery: RunningDelivery;
  readonly service: ContractService;
  readonly log: LogLine[];
  /** Submits an event, as a lifecycle does, and waits until it is stored. */
  submit(record?: EventRecord): Promise<EventRecord>;
  /** Notes a call that is about to be made. */
  note(record?: EventRecord): Promise<EventRecord>;
  /**
   * Closes it, by default within a deadline that a slow disk keeps, and a short one if the service
   * or time does not let it end earlier.
   */
  close(deadlineMs?: number): Promise<void>;
}

/** Opens an outbox. The service is unavailable if `down` is set. */
export async function openOutbox(
  options: DurableDeliveryOptions,
  {
    down = false,
    timers,
    clock = { now: () => Date.now(), monotonic: () => performance.now() },
  }: { readonly down?: boolean; readonly timers?: Timers; readonly clock?: Clock } = {},
): Promise<OutboxBench> {
  const service = new ContractService();
  if (down) service.onIngest = () => DOWN;
  const log: LogLine[] = [];
  const line = (level: LogLine["level"]) => (message: string, details?: Record<string, unknown>) =>
    void log.push({ level, message, details });
  const delivery = durableDelivery({ fsync: false, ...options }).start({
    sender: service,
    clock,
    random: Math.random,
    logger: { info: line("info"), warn: line("warn"), error: line("error") },
    onOutcome: () => undefined,
    timers,
  });
  return {
    delivery,
    service,
    log,
    async submit(record = freshRecord()) {
      await delivery.admit(undefined);
      await delivery.submit(record).stored;
      return record;
    },
    async note(interrupted = freshRecord()) {
      await delivery.admit(undefined);
      await delivery.note?.({ eventId: interrupted.event.event_id, interrupted });
      return interrupted;
    },
    async close(deadlineMs = down || timers !== undefined ? 50 : 5_000) {
      const closed = delivery.close({ deadlineMs });
      await (timers instanceof VirtualTime ? timers.until(closed) : closed);
      await diskAtRest();
    },
  };
}

/** Closes while the service is unavailable, and gives the disk all the time it needs. */
export async function closeAtLeisure({ delivery }: OutboxBench, time: VirtualTime): Promise<void> {
  const closed = delivery.close({ deadlineMs: 10_000 });
  // All but the last half second, in which nothing is sent.
  for (let step = 0; step < 19; step += 1) {
    await diskAtRest();
    await time.pass(500);
  }
  await closed;
  await diskAtRest();
}

/** Reads in a row, which take longer than to close a file that was written. */
const READS = 10;

/** Waits until disk operations that a close leaves beyond its deadline are done. */
export async function diskAtRest(): Promise<void> {
  for (let quietTurns = 0; quietTurns < 3; quietTurns += 1) {
    // From version 26 on, Node.js does not list files that are being closed.
    for (let read = 0; read < READS; read += 1) await stat(process.execPath);
    await new Promise(setImmediate);
    const isBusy = process.getActiveResourcesInfo().some((name) => /^(FS|Close)Req/.test(name));
    if (isBusy) quietTurns = 0;
  }
}

/** An outbox in which an earlier process left `count` events. */
export async function leaveEvents(
  options: DurableDeliveryOptions,
  count: number,
): Promise<readonly EventRecord[]> {
  const bench = await openOutbox(options, { down: true });
  const records = await Promise.all(Array.from({ length: count }, () => bench.submit()));
  await bench.close();
  return records;
}

/** Opens an outbox again, and returns once it has sent the events it found. */
export async function sendAgain(options: DurableDeliveryOptions): Promise<OutboxBench> {
  const bench = await openOutbox(options);
  await bench.delivery.flush({ deadlineMs: 30_000 });
  await sleep(1);
  return bench;
}
