import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import {
  layoutOf,
  STORE_FILE,
  TAKEN_FOLDER,
} from "../../../src/delivery/durable-delivery/files/layout.ts";
import { encodeRecord } from "../../../src/delivery/durable-delivery/files/record-codec.ts";
import { readDurableOptions } from "../../../src/delivery/durable-delivery/options.ts";
import { Quota } from "../../../src/delivery/durable-delivery/outbox/quota.ts";
import { RecordStore } from "../../../src/delivery/durable-delivery/outbox/record-store.ts";
import { processTimers } from "../../../src/delivery/timers.ts";
import { freshRecord } from "../../../src/testing/contract-service.ts";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";
import { NO_KEYS } from "../../support/outboxes/stored-outbox.ts";
import { diskAtRest, leaveEvents, openOutbox, sendAgain } from "../outbox-bench.ts";
import { VirtualTime } from "../simulated/virtual-time.ts";

/** Folders whose file has used up the disk. */
const full = new Set<string>();

vi.mock("../../../src/delivery/durable-delivery/store/lmdb-store.ts", async (importOriginal) => {
  const original =
    await importOriginal<
      typeof import("../../../src/delivery/durable-delivery/store/lmdb-store.ts")
    >();
  return {
    createStore: async (options: Parameters<typeof original.createStore>[0]) => {
      const store = await original.createStore(options);
      const takes = store.put.bind(store);
      const put = (id: string, bytes: Buffer) => {
        if (full.has(options.folder)) throw Object.assign(new Error("full"), { code: "ENOSPC" });
        return takes(id, bytes);
      };
      return Object.assign(store, { put });
    },
  };
});

/**
 * Whether files cannot grow; and whether LMDB fails, after which it can no longer use that file.
 */
const disk = { isFull: false, fails: false };

vi.mock("../../../src/delivery/durable-delivery/store/lmdb-writer.ts", async (importOriginal) => {
  const { LmdbWriter } =
    await importOriginal<
      typeof import("../../../src/delivery/durable-delivery/store/lmdb-writer.ts")
    >();
  return {
    LmdbWriter: class extends LmdbWriter {
      #failed: unknown = undefined;
      override get failure() {
        return this.#failed ?? super.failure;
      }
      override write(changes: Parameters<InstanceType<typeof LmdbWriter>["write"]>[0]) {
        if (disk.isFull) throw Object.assign(new Error("full"), { code: "ENOSPC" });
        // Like LMDB: with the system's error number.
        if (disk.fails) this.#failed = Object.assign(new Error("MDB_ERROR"), { code: 5 });
        if (this.#failed !== undefined) throw this.#failed;
        super.write(changes);
      }
    },
  };
});

async function openSafe({ fsync }: { readonly fsync: boolean }) {
  const settings = readDurableOptions({ directory: outboxDirectory(), fsync }, {});
  const layout = layoutOf(settings.directory);
  const time = { now: 0 };
  const clock = { now: () => Date.now(), monotonic: () => time.now };
  const quota = new Quota({ layout, maxBytes: settings.maxBytes, clock });
  const ignore = () => undefined;
  const records = new RecordStore({
    ...{ settings, layout, clock, quota, timers: processTimers },
    ...{ onTrouble: ignore, onRelief: ignore, onLost: () => Promise.resolve(true) },
  });
  await records.open();
  return { records, time, owners: () => readdirSync(layout.owners) };
}

const RECORD = Buffer.from("a record");

it("stores events again once an outbox that filled the disk by itself is empty", async () => {
  const { records, time, owners } = await openSafe({ fsync: false });
  expect(await records.keep("first", RECORD)).toBe(true);
  full.add(records.ownership?.folder ?? "");
  expect(await records.keep("second", RECORD)).toBe(false);
  time.now += 10_000;
  const before = owners();
  await records.renew();
  expect(owners(), "what has an event in it must stay").toEqual(before);

  records.drop("first");
  await records.renew();
  expect(owners()).toHaveLength(1);
  expect(owners()).not.toEqual(before);
  expect(await records.keep("third", RECORD)).toBe(true);
  await records.close({ restIsEmpty: true });
  expect(owners()).toHaveLength(1);
});

it("does not count what a full disk refuses as stored, only what was there before", async () => {
  const { records, time } = await openSafe({ fsync: true });
  expect(await records.keep("call", RECORD)).toBe(true);
  disk.isFull = true;
  expect(await records.keep("call", Buffer.from("its longer event"))).toBe(false);
  time.now += 10_000;
  expect(await records.keep("other", RECORD)).toBe(false);
  disk.isFull = false;
  const { held } = records;
  expect([held.bytesOf("call"), held.bytesOf("other")]).toEqual([RECORD.length, undefined]);
  await records.close({ restIsEmpty: true });
});

it("does not count events as persisted that a full disk refuses during close", async () => {
  const clock = { now: () => Date.now(), monotonic: () => performance.now() };
  const directory = outboxDirectory();
  const bench = await openOutbox({ directory, fsync: true }, { down: true, clock });
  await bench.submit();
  disk.isFull = true;
  const { stored, outcome } = bench.delivery.submit(freshRecord());
  await stored;
  // The disk is tried again this long after a failure.
  clock.monotonic = () => performance.now() + 10_000;
  await bench.delivery.close({ deadlineMs: 0 });
  disk.isFull = false;
  expect(await outcome).toMatchObject({ status: "dropped", reason: "closed" });
  expect(bench.delivery.counters()).toMatchObject({ persisted: 1, dropped: { closed: 1 } });
});

it("leaves events that its file cannot hold to the next process at close", async () => {
  const directory = outboxDirectory();
  const time = new VirtualTime();
  const options = { down: true, timers: time, clock: time };
  const bench = await openOutbox({ directory }, options);
  disk.isFull = true;
  const { event } = await bench.submit();
  await bench.close();
  disk.isFull = false;
  expect(bench.delivery.counters()).toMatchObject({ persisted: 0, dropped: { closed: 1 } });
  const next = await sendAgain({ directory });
  expect([...next.service.stored.keys()]).toEqual([event.event_id]);
  await next.close();
});

it("takes over events once, even if a full disk makes it begin new files", async () => {
  const directory = outboxDirectory();
  const { owners } = layoutOf(directory);
  await leaveEvents({ directory }, 3);
  disk.isFull = true;
  const time = new VirtualTime();
  const bench = await openOutbox({ directory }, { down: true, timers: time, clock: time });
  await vi.waitFor(() => expect(bench.delivery.counters().created).toBe(3), 20_000);
  await diskAtRest();
  const [name = ""] = readdirSync(owners);
  // It takes a new folder, and finds what it had in the first.
  await vi.waitFor(async () => {
    await time.pass(5_000);
    const [now = ""] = readdirSync(owners);
    expect(now).not.toBe(name);
    expect(readdirSync(join(owners, now, TAKEN_FOLDER))).toHaveLength(1);
  }, 20_000);
  await time.pass(30_000);
  await diskAtRest();
  expect(bench.delivery.counters()).toMatchObject({ created: 3, pending: 3 });
  disk.isFull = false;
  await bench.close();
  const next = await sendAgain({ directory });
  expect(next.service.stored.size).toBe(3);
  await next.close();
});

it("admits calls again after LMDB failed, once the old file's events are delivered", async () => {
  const directory = outboxDirectory();
  const time = new VirtualTime();
  const bench = await openOutbox(
    { directory, fsync: true, onFull: "required" },
    { down: true, timers: time, clock: time },
  );
  await bench.submit();
  disk.fails = true;
  await bench.submit();
  disk.fails = false;
  await time.pass(60_000);
  await diskAtRest();
  await expect(bench.delivery.admit(undefined)).rejects.toThrow("cannot keep the event");
  bench.service.onIngest = () => undefined;
  await vi.waitFor(async () => {
    await time.pass(5_000);
    await bench.delivery.admit(undefined);
  }, 20_000);
  await bench.submit();
  await vi.waitFor(async () => {
    await time.pass(1_000);
    expect(bench.delivery.counters()).toMatchObject({ created: 3, delivered: 3 });
  }, 20_000);
  await bench.close();
  expect(readdirSync(layoutOf(directory).owners)).toEqual([]);
});

it("replaces a file in which LMDB failed even while finalizes are pending", async () => {
  const directory = outboxDirectory();
  const { owners } = layoutOf(directory);
  const time = new VirtualTime();
  const bench = await openOutbox({ directory }, { timers: time, clock: time });
  bench.service.onFinalize = () => ({ kind: "failed", error: new Error("503") });
  const secondPasses = async () => {
    await time.pass(1_000);
    await diskAtRest();
  };
  await bench.submit();
  await vi.waitFor(async () => {
    await secondPasses();
    expect(bench.delivery.counters().delivered).toBe(1);
  }, 20_000);
  const [first = ""] = readdirSync(owners);
  disk.fails = true;
  await bench.submit();
  disk.fails = false;
  await vi.waitFor(async () => {
    await secondPasses();
    expect(readdirSync(owners)).toEqual([expect.not.stringContaining(first)]);
  }, 20_000);
  await bench.close();
});

it("does not ask for a new file while it may not begin one", async () => {
  const { records, time } = await openSafe({ fsync: false });
  const failInFile = async () => {
    disk.fails = true;
    await records.keep("an event", RECORD);
    disk.fails = false;
  };
  await failInFile();
  expect(records.wantsNewFile).toBe(true);
  await records.renew();
  expect(records.wantsNewFile).toBe(false);
  await failInFile();
  expect(records.wantsNewFile, "so soon after the last one").toBe(false);
  time.now += 10_000;
  expect(records.wantsNewFile).toBe(true);
  await records.close({ restIsEmpty: true });
});

it("replaces files in which LMDB fails at growing intervals, to save descriptors", async () => {
  const { records, time, owners } = await openSafe({ fsync: false });
  let replaced = 0;
  for (let [name] = owners(); time.now < 24 * 3_600_000; time.now += 5_000) {
    disk.fails = true;
    await records.keep("an event", RECORD);
    disk.fails = false;
    await records.renew();
    if (owners().includes(name ?? "")) continue;
    [name] = owners();
    replaced += 1;
  }
  expect(replaced).toBeGreaterThan(5);
  expect(replaced).toBeLessThan(20);
  await records.close({ restIsEmpty: true });
});

it.each([true, false])(
  "uses no more memory in a long outage if the disk fills up again and again (fsync: %s)",
  async (fsync) => {
    const directory = outboxDirectory();
    const time = new VirtualTime();
    const options = { down: true, timers: time, clock: time };
    const bench = await openOutbox({ directory, fsync }, options);
    // An event without an outcome is in memory; with one it is only on the disk.
    let unanswered = 0;
    const events = 64 + 180;
    // As many as are sent at once show that the service is unavailable; no further one is sent.
    for (let i = 0; i < 64; i += 1) void bench.delivery.submit(freshRecord());
    await vi.waitFor(async () => {
      await time.pass(100);
      await diskAtRest();
      expect(bench.log.map(({ message }) => message).join()).toContain("does not answer");
    }, 20_000);
    for (let handedOver = 64; handedOver < events; ) {
      disk.isFull = true;
      for (const until = handedOver + 60; handedOver < until; handedOver += 1) {
        const record = freshRecord();
        const event = { ...record.event, output: "x".repeat(100_000) };
        unanswered += 1;
        void bench.delivery.submit({ ...record, event }).outcome.then(() => {
          unanswered -= 1;
        });
      }
      await time.pass(5_000);
      await diskAtRest();
      disk.isFull = false;
      await vi.waitFor(async () => {
        await time.pass(5_000);
        await diskAtRest();
        // Four MiB.
        expect(unanswered).toBeLessThan(45);
      }, 20_000);
    }
    expect(bench.delivery.counters()).toMatchObject({ created: events, pending: events });
    bench.service.onIngest = () => undefined;
    await vi.waitFor(async () => {
      await time.pass(1_000);
      await diskAtRest();
      expect(bench.delivery.counters().pending).toBe(0);
    }, 20_000);
    expect(bench.delivery.counters()).toMatchObject({ delivered: events, duplicate: 0 });
    expect([...new Set(bench.service.stored.values())]).toEqual([1]);
    await bench.close();
  },
);

it("counts events of another process as persisted if disk and memory are full", async () => {
  const directory = outboxDirectory();
  const dead = join(layoutOf(directory).owners, randomUUID());
  mkdirSync(dead, { recursive: true, mode: 0o700 });
  const events = 8_010;
  const records = Array.from({ length: events }, () => {
    const record = freshRecord();
    return encodeRecord({ kind: "event", id: record.event.event_id, record }, NO_KEYS);
  });
  writeFileSync(join(dead, STORE_FILE), Buffer.concat(records));
  disk.isFull = true;
  const bench = await openOutbox({ directory }, { down: true });
  const read = () => bench.delivery.counters();
  await vi.waitFor(() => expect(read().created).toBe(events), 20_000);
  expect(read()).toMatchObject({ persisted: 10, pending: 8_000 });
  await bench.close();
  disk.isFull = false;
  expect(read().persisted).toBe(events);
  expect(read().dropped).toEqual({});
});

it("leaves each event once if it closes right after the disk has space again", async () => {
  const directory = outboxDirectory();
  const time = new VirtualTime();
  const options = { directory, fsync: false };
  const bench = await openOutbox(options, { down: true, timers: time, clock: time });
  const events = 7_000;
  disk.isFull = true;
  for (let i = 0; i < events; i += 1) void bench.delivery.submit(freshRecord());
  disk.isFull = false;
  // The disk is tried again this long after a failure.
  await time.pass(2_000);
  await bench.delivery.close({ deadlineMs: 0 });
  await diskAtRest();
  expect(bench.delivery.counters()).toMatchObject({ created: events, persisted: events });
  const next = await sendAgain(options);
  expect(next.delivery.counters()).toMatchObject({ created: events, delivered: events });
  await next.close();
});

it("keeps the events of an outage beside its emptied store, even if the disk is full", async () => {
  const directory = outboxDirectory();
  const time = new VirtualTime();
  const bench = await openOutbox({ directory }, { down: true, timers: time, clock: time });
  const { delivery, service } = bench;
  const pass = async (): Promise<void> => {
    await time.pass(5_000);
    await diskAtRest();
  };
  const events = 100;
  const inMemory = new Set<string>();
  await delivery.admit(undefined);
  for (let i = 0; i < events; i += 1) {
    const record = freshRecord();
    const event = { ...record.event, output: "x".repeat(100_000) };
    inMemory.add(event.event_id);
    void delivery.submit({ ...record, event }).outcome.then(() => inMemory.delete(event.event_id));
  }
  await vi.waitFor(async () => {
    await pass();
    // Four MiB.
    expect(inMemory.size).toBeLessThan(45);
  }, 20_000);
  const owners = () => readdirSync(layoutOf(directory).owners);
  const [folder] = owners();
  // Answers for those in memory, which empties the store, and not for the others.
  service.onIngest = () => {
    service.hangs = service.stored.size + 1 >= inMemory.size;
    return undefined;
  };
  await vi.waitFor(async () => {
    await pass();
    expect(service.hangs).toBe(true);
  }, 20_000);
  disk.isFull = true;
  void delivery.submit(freshRecord());
  for (let beats = 0; beats < 3; beats += 1) await pass();
  disk.isFull = false;
  expect(owners()).toEqual([folder]);
  await bench.close();

  const next = await sendAgain({ directory });
  const delivered = new Set([...service.stored.keys(), ...next.service.stored.keys()]);
  expect(delivered.size).toBeGreaterThanOrEqual(events);
  await next.close();
});
