import { expect, it } from "vitest";
import type { Item } from "../../../src/delivery/durable-delivery/outbox/item.ts";
import {
  ItemRecords,
  type ItemRecordsParts,
} from "../../../src/delivery/durable-delivery/outbox/item-records.ts";
import {
  OutboxEvents,
  type OutboxEventsParts,
} from "../../../src/delivery/durable-delivery/outbox/outbox-events.ts";
import { HeldRecords } from "../../../src/delivery/durable-delivery/store/held-records.ts";
import { ContractService, DOWN, freshRecord } from "../../../src/testing/contract-service.ts";
import { NO_KEYS } from "../../support/outboxes/stored-outbox.ts";
import { VirtualTime } from "../simulated/virtual-time.ts";

/** Two of them fill an outbox's memory. */
function largeRecord() {
  const record = freshRecord();
  return { ...record, event: { ...record.event, output: "x".repeat(2_200_000) } };
}

const ignore = () => undefined;

/** The events of an outbox on a disk of the test, during an outage. */
function eventsOn(disk: { readonly records: object; readonly spill: object }) {
  const records = { held: new HeldRecords(), ...disk.records };
  const time = new VirtualTime();
  const service = new ContractService();
  service.onIngest = () => DOWN;
  const log: unknown[] = [];
  const warn = (...line: unknown[]) => void log.push(line);
  const logger = { info: ignore, warn, error: ignore };
  const environment = { sender: service, clock: time, timers: time, random: () => 0.5, logger };
  const outboxEvents = new OutboxEvents({
    ...{ ...disk, records, environment: { ...environment, onOutcome: ignore }, keyring: NO_KEYS },
    ...{ outboxLog: {}, quarantine: {}, maxLate: 10 },
  } as unknown as OutboxEventsParts);
  return { outboxEvents, time, log };
}

/** Events on a disk that stores the first two, and answers with `keep` for the last. */
async function endedEvents(keep: Promise<boolean>) {
  let asked = 0;
  const records = { keep: () => (asked++ < 2 ? true : keep), drop: ignore };
  const spill = { size: 0, hasNext: false, settle: async () => undefined };
  const { outboxEvents } = eventsOn({ records, spill });
  for (let i = 0; i < 2; i += 1) outboxEvents.take(largeRecord(), { adopted: false });
  const { outcome } = outboxEvents.take(freshRecord(), { adopted: false });
  await outboxEvents.end();
  return outcome;
}

it.each([
  [true, { status: "persisted" }],
  [false, { status: "dropped", reason: "closed" }],
])(
  "reports the disk's late answer for an event that came when memory was full (%s)",
  async (isKept, told) => {
    let answer: (isKept: boolean) => void = () => undefined;
    const keep = new Promise<boolean>((resolve) => {
      answer = resolve;
    });
    const outcome = endedEvents(keep);
    await new Promise((resolve) => setImmediate(resolve));
    answer(isKept);
    expect(await outcome).toMatchObject(told);
  },
);

it("keeps events that were sent in memory when it is full, and moves others to the spill", async () => {
  let works = false;
  const records = { keep: () => works };
  const spilled: string[] = [];
  const spill = { hasNext: false, add: (id: string) => spilled.push(id) };
  const { outboxEvents, time } = eventsOn({ records, spill });
  for (let i = 0; i < 2; i += 1) outboxEvents.take(largeRecord(), { adopted: false });
  await time.settle();
  const unsent = freshRecord();
  outboxEvents.take(unsent, { adopted: false });
  works = true;
  outboxEvents.keepAgain({ isLast: false });
  expect(spilled).toEqual([unsent.event.event_id]);
});

it("logs the end of its drops once the disk has taken what filled memory", async () => {
  let answer: boolean | Promise<boolean> = false;
  const records = { keep: () => answer, failure: new Error("full") };
  const { outboxEvents, log } = eventsOn({ records, spill: { hasNext: false, add: ignore } });
  for (let i = 0; i < 8_003; i += 1) outboxEvents.take(freshRecord(), { adopted: false });
  const full = ["Telemetry: the queue is full; new events are dropped.", {}];
  expect(log).toEqual([full]);
  answer = Promise.resolve(true);
  outboxEvents.keepAgain({ isLast: false });
  expect(log, "the disk has not confirmed any").toEqual([full]);
  await answer;
  const total = { dropped: 3 };
  expect(log).toEqual([full, ["Telemetry: the queue was full for a while.", total]]);
});

it("takes a call whose event is no JSON, and rejects the event", async () => {
  const records = { keep: (_: string, { length }: Buffer) => length > 0, drop: ignore };
  const { outboxEvents } = eventsOn({ records, spill: { hasNext: false } });
  const fresh = freshRecord();
  const record = { ...fresh, event: { ...fresh.event, metadata: { big: 1n } } };
  expect(outboxEvents.keepCall(record)).toBe(true);
  const { outcome } = outboxEvents.take(record, { adopted: false });
  expect(await outcome).toMatchObject({ status: "rejected", reason: "unwritable" });
});

it("releases the spill file of a stored event once its finalize is on the disk", async () => {
  const segment = {};
  const released: object[] = [];
  let answer: (isKept: boolean) => void = () => undefined;
  const keep = () =>
    new Promise<boolean>((resolve) => {
      answer = resolve;
    });
  const itemRecords = new ItemRecords({
    keyring: NO_KEYS,
    records: { held: new Map(), keep },
    spill: { release: (one: object) => released.push(one) },
  } as unknown as ItemRecordsParts);
  const stored = { status: "delivered", ingestMs: 1, reason: undefined };
  const item = { record: freshRecord(), stored, segment } as unknown as Item;
  const kept = itemRecords.keepFinalize(item);
  await new Promise((resolve) => setImmediate(resolve));
  expect(released).toEqual([]);
  answer(true);
  await kept;
  expect(released).toEqual([segment]);
});
