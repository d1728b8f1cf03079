import { readdirSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { layoutOf } from "../../src/delivery/durable-delivery/layout.ts";
import { readDurableOptions } from "../../src/delivery/durable-delivery/options.ts";
import { Quota } from "../../src/delivery/durable-delivery/quota.ts";
import { Safe } from "../../src/delivery/durable-delivery/safe.ts";
import { processTimers } from "../../src/delivery/timers.ts";
import { freshRecord } from "../../src/testing/contract-service.ts";
import { outboxDirectory } from "../support/outbox.ts";
import { openOutbox } from "./outbox-bench.ts";

/** Folders whose file has taken all there was of the disk. */
const full = new Set<string>();

vi.mock("../../src/delivery/durable-delivery/lmdb-store.ts", async (importOriginal) => {
  const original =
    await importOriginal<typeof import("../../src/delivery/durable-delivery/lmdb-store.ts")>();
  return {
    createStore: async (options: Parameters<typeof original.createStore>[0]) => {
      const store = await original.createStore(options);
      const put = (id: string, bytes: Buffer) => {
        if (full.has(options.folder)) throw Object.assign(new Error("full"), { code: "ENOSPC" });
        return store.put(id, bytes);
      };
      return { ...store, put };
    },
  };
});

/** Whether files cannot grow, as their writes will find. */
const disk = { isFull: false };

vi.mock("../../src/delivery/durable-delivery/lmdb-writer.ts", async (importOriginal) => {
  const { LmdbWriter } =
    await importOriginal<typeof import("../../src/delivery/durable-delivery/lmdb-writer.ts")>();
  return {
    LmdbWriter: class extends LmdbWriter {
      override write(changes: Parameters<InstanceType<typeof LmdbWriter>["write"]>[0]) {
        if (disk.isFull) throw Object.assign(new Error("full"), { code: "ENOSPC" });
        super.write(changes);
      }
    },
  };
});

async function openSafe() {
  const settings = readDurableOptions({ directory: outboxDirectory(), fsync: false }, {});
  const layout = layoutOf(settings.directory);
  const time = { now: 0 };
  const clock = { now: () => Date.now(), monotonic: () => time.now };
  const quota = new Quota({ layout, maxBytes: settings.maxBytes, clock });
  const ignore = () => undefined;
  const safe = new Safe({
    ...{ settings, layout, clock, quota, timers: processTimers },
    ...{ onTrouble: ignore, onRelief: ignore },
  });
  await safe.open();
  return { safe, time, owners: () => readdirSync(layout.owners) };
}

const RECORD = Buffer.from("a record");

it("keeps events again once an outbox that filled the disk by itself is empty", async () => {
  const { safe, time, owners } = await openSafe();
  expect(await safe.keep("first", RECORD)).toBe(true);
  full.add(safe.tenure?.folder ?? "");
  expect(await safe.keep("second", RECORD)).toBe(false);
  time.now += 10_000;
  const before = owners();
  await safe.renew();
  expect(owners(), "what has an event in it must stay").toEqual(before);

  safe.drop("first");
  await safe.renew();
  expect(owners()).toHaveLength(1);
  expect(owners()).not.toEqual(before);
  expect(await safe.keep("third", RECORD)).toBe(true);
  await safe.close({ shelfIsEmpty: true });
  expect(owners()).toHaveLength(1);
});

it("does not call persisted what the disk has no place for at the last moment", async () => {
  const clock = { now: () => Date.now(), monotonic: () => performance.now() };
  const directory = outboxDirectory();
  const bench = await openOutbox({ directory, fsync: true }, { down: true, clock });
  await bench.submit();
  disk.isFull = true;
  const { stored, outcome } = bench.delivery.submit(freshRecord());
  await stored;
  // So long after a failure the disk is tried again.
  clock.monotonic = () => performance.now() + 10_000;
  await bench.delivery.close({ deadlineMs: 0 });
  disk.isFull = false;
  expect(await outcome).toMatchObject({ status: "dropped", reason: "closed" });
  expect(bench.delivery.counters()).toMatchObject({ persisted: 1, dropped: { closed: 1 } });
});
