import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { layoutOf, STORE_FILE } from "../../../src/delivery/durable-delivery/files/layout.ts";
import type { DurableDeliveryOptions } from "../../../src/delivery/durable-delivery/options.ts";
import { readStore } from "../../../src/delivery/durable-delivery/store/left-store.ts";
import { freshRecord } from "../../../src/testing/contract-service.ts";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";
import { NO_KEYS } from "../../support/outboxes/stored-outbox.ts";
import { foldersIn, takeFolder } from "../../support/outboxes/take-folder.ts";
import { openOutbox } from "../outbox-bench.ts";
import { VirtualTime } from "../simulated/virtual-time.ts";

/** An outbox for which no time passes, so that it does not look after its folder by itself. */
async function opened(options: DurableDeliveryOptions) {
  const time = new VirtualTime();
  const bench = await openOutbox(options, { down: true, timers: time, clock: time });
  await bench.delivery.admit(undefined);
  return { bench, time };
}

/** The ids of the records that the owners have on the disk, but not those in a taken folder. */
async function idsOnDisk(directory: string): Promise<string[]> {
  const { owners } = layoutOf(directory);
  const found = foldersIn(directory).map((name) => readStore(join(owners, name), NO_KEYS));
  return (await Promise.all(found)).flatMap(({ records }) => [...records.keys()]);
}

describe.each([true, false])("a process whose folder was taken (fsync: %s)", (fsync) => {
  it("has an event on the disk before the app gets the answer", async () => {
    const directory = outboxDirectory();
    const { bench } = await opened({ directory, fsync });
    takeFolder(directory);
    const records = await Promise.all([1, 2, 3].map(() => bench.submit()));
    expect((await idsOnDisk(directory)).sort()).toEqual(
      records.map(({ event }) => event.event_id).sort(),
    );
    await bench.close();
  });

  it("has a call on the disk before its provider is called", async () => {
    const directory = outboxDirectory();
    const { bench } = await opened({ directory, fsync, onFull: "required" });
    takeFolder(directory);
    const { event } = await bench.note();
    expect(await idsOnDisk(directory)).toEqual([event.event_id]);
    await bench.close();
  });

  it("keeps nothing of what is over before there is another folder", async () => {
    const directory = outboxDirectory();
    const { bench } = await opened({ directory, fsync });
    takeFolder(directory);
    const record = freshRecord();
    const noted = bench.delivery.note?.({ eventId: record.event.event_id, interrupted: record });
    while (bench.log.length === 0) await new Promise(setImmediate);
    bench.delivery.forget?.(record.event.event_id);
    await noted;
    await bench.close();
    expect(await idsOnDisk(directory)).toEqual([]);
  });
});

it("has an event on the disk although its store was removed before", async () => {
  const directory = outboxDirectory();
  const { bench } = await opened({ directory });
  const [name = ""] = foldersIn(directory);
  rmSync(join(layoutOf(directory).owners, name, STORE_FILE));
  const { event } = await bench.submit();
  expect(await idsOnDisk(directory)).toEqual([event.event_id]);
  await bench.close();
});
