import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { assertBalanced } from "../../../src/delivery/counters.ts";
import {
  layoutOf,
  SPILL_FOLDER,
  STORE_FILE,
} from "../../../src/delivery/durable-delivery/files/layout.ts";
import { encodeRecord } from "../../../src/delivery/durable-delivery/files/record-codec.ts";
import type { DurableDeliveryOptions } from "../../../src/delivery/durable-delivery/options.ts";
import type { Item } from "../../../src/delivery/durable-delivery/outbox/item.ts";
import {
  MemoryWindow,
  type MemoryWindowParts,
} from "../../../src/delivery/durable-delivery/outbox/memory-window.ts";
import { Quota } from "../../../src/delivery/durable-delivery/outbox/quota.ts";
import type { RecordStore } from "../../../src/delivery/durable-delivery/outbox/record-store.ts";
import { Spill } from "../../../src/delivery/durable-delivery/outbox/spill.ts";
import type { Ownership } from "../../../src/delivery/durable-delivery/recovery/ownership.ts";
import { DOWN, freshRecord } from "../../../src/testing/contract-service.ts";
import { systemClock } from "../../../src/transport/system-clock.ts";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";
import { NO_KEYS } from "../../support/outboxes/stored-outbox.ts";
import { takeFolder } from "../../support/outboxes/take-folder.ts";
import {
  closeAtLeisure,
  diskAtRest,
  leaveEvents,
  type OutboxBench,
  openOutbox,
  sendAgain,
} from "../outbox-bench.ts";
import { VirtualTime } from "../simulated/virtual-time.ts";
import { hangDisk, healDisk } from "./hanging-disk.ts";

vi.mock(import("../../../src/delivery/durable-delivery/files/sync-file.ts"), async (original) => {
  const { hangingSync } = await import("./hanging-disk.ts");
  return hangingSync(await original());
});

afterEach(healDisk);

async function openedWith(options: DurableDeliveryOptions) {
  const time = new VirtualTime();
  const bench = await openOutbox({ fsync: true, ...options }, { timers: time, clock: time });
  return { bench, time };
}

/** Large enough for about 18 in a spill file, and for about 140 in memory. */
const LARGE = "x".repeat(30_000);

const largeRecord = () => {
  const record = freshRecord();
  return { ...record, event: { ...record.event, output: LARGE } };
};

async function untilTold(bench: OutboxBench, time: VirtualTime, what: RegExp): Promise<void> {
  await vi.waitFor(async () => {
    await time.pass(1_000);
    expect(bench.log.map(({ message }) => message).join()).toMatch(what);
  }, 20_000);
}

/**
 * Runs `act` at the very time at which an outbox gives up its folder, and lets the disk answer
 * then.
 */
function inTheMoment(bench: OutboxBench, time: VirtualTime, act: () => Promise<void>): void {
  const soon = time.soon.bind(time);
  const isMoment = () => bench.log.some(({ message }) => /took this one|was removed/.test(message));
  vi.spyOn(time, "soon").mockImplementation((task) => {
    if (!isMoment()) return soon(task);
    vi.mocked(time.soon).mockImplementation(soon);
    void act()
      .then(diskAtRest)
      .then(() => soon(task));
  });
}

/**
 * An outbox whose folder is removed while its events are being written to a file, on a hung disk.
 */
async function withoutFolder() {
  const directory = outboxDirectory();
  const { bench, time } = await openedWith({ directory });
  bench.service.onIngest = () => ({ kind: "failed", error: new Error("503") });
  await bench.submit();
  const disk = hangDisk(["syncFile"]);
  const events = 180;
  for (let i = 1; i < events; i += 1) await bench.submit(largeRecord());
  const [name = ""] = readdirSync(layoutOf(directory).owners);
  const spill = join(layoutOf(directory).owners, name, "spill");
  await vi.waitFor(() => expect(existsSync(spill) && readdirSync(spill)).toHaveLength(1), 20_000);
  rmSync(directory, { recursive: true });
  return { bench, time, disk, events };
}

/** Expects all events to be delivered once the service accepts them again. */
async function hasSent(events: number, bench: OutboxBench, time: VirtualTime): Promise<void> {
  bench.service.onIngest = () => undefined;
  await vi.waitFor(async () => {
    await time.pass(1_000);
    expect(bench.delivery.counters().pending).toBe(0);
  }, 20_000);
  assertBalanced(bench.delivery.counters());
  expect(bench.delivery.counters()).toMatchObject({ delivered: events, dropped: {} });
  await bench.close();
}

describe("an outbox", () => {
  it("counts events of dead owners as persisted even if its own disk fails", async () => {
    const directory = outboxDirectory();
    const left = await leaveEvents({ directory }, 3);
    hangDisk(["syncData"]).answer(new Error("EIO"));
    const { bench, time } = await openedWith({ directory });
    bench.service.onIngest = () => ({ kind: "failed", error: new Error("503") });
    await vi.waitFor(() => expect(bench.delivery.counters().created).toBe(3), 20_000);
    await time.until(bench.delivery.close({ deadlineMs: 2_000 }));
    expect(bench.delivery.counters()).toMatchObject({ created: 3, persisted: 3, dropped: {} });
    assertBalanced(bench.delivery.counters());
    healDisk();
    const next = await sendAgain({ directory });
    for (const { event } of left) expect(next.service.stored.has(event.event_id)).toBe(true);
    await next.close();
  });

  it("removes no copy of an event that it has not written to disk itself", async () => {
    const directory = outboxDirectory();
    await leaveEvents({ directory }, 1);
    const { owners } = layoutOf(directory);
    const [name = ""] = readdirSync(owners);
    cpSync(join(owners, name), join(owners, "copy"), { recursive: true });
    hangDisk(["syncData"]).answer(new Error("EIO"));
    const { bench, time } = await openedWith({ directory });
    bench.service.onIngest = () => ({ kind: "failed", error: new Error("503") });
    await vi.waitFor(() => expect(bench.delivery.counters().created).toBe(1), 20_000);
    await diskAtRest();
    await time.until(bench.delivery.close({ deadlineMs: 1_000 }));
    const files = readdirSync(owners, { recursive: true, encoding: "utf8" });
    expect(files.filter((path) => path.endsWith(STORE_FILE))).toHaveLength(3);
  });

  it("counts events of dead owners as dropped once their folder is removed", async () => {
    const directory = outboxDirectory();
    await leaveEvents({ directory }, 3);
    const { bench, time } = await openedWith({ directory });
    bench.service.onIngest = () => ({ kind: "failed", error: new Error("503") });
    await vi.waitFor(() => expect(bench.delivery.counters().created).toBe(3), 20_000);
    rmSync(directory, { recursive: true });
    await time.until(bench.delivery.close({ deadlineMs: 2_000 }));
    expect(bench.delivery.counters()).toMatchObject({ persisted: 0, dropped: { closed: 3 } });
  });

  it("counts a replay of a caller's id as duplicate if its folder was taken over", async () => {
    const directory = outboxDirectory();
    const { bench, time } = await openedWith({ directory });
    bench.service.onIngest = () => ({ kind: "unauthorized", error: new Error("401") });
    const first = await bench.submit();
    const { service } = bench;
    await vi.waitFor(
      () => expect([service.ingests.length, service.underWay]).toEqual([1, 0]),
      20_000,
    );
    await time.settle();
    await bench.submit(freshRecord({ idGivenByCaller: true }));
    takeFolder(directory);
    bench.service.onIngest = ({ event_id }) =>
      event_id === first.event.event_id ? undefined : { kind: "replay", ingestMs: 1 };
    await untilTold(bench, time, /took this one for dead/);
    await vi.waitFor(async () => {
      await time.pass(60_000);
      expect(bench.delivery.counters().pending).toBe(0);
    }, 20_000);
    expect(bench.delivery.counters()).toMatchObject({ duplicate: 1, rejected: 0 });
    await bench.close();
  });

  it("counts a call that was reported as interrupted from a folder taken over as duplicate", async () => {
    const directory = outboxDirectory();
    const { bench, time } = await openedWith({ directory });
    const record = await bench.note(freshRecord({ idGivenByCaller: true }));
    takeFolder(directory);
    await untilTold(bench, time, /took this one for dead/);
    bench.service.onIngest = () => ({ kind: "replay", ingestMs: 1 });
    void bench.delivery.submit(record);
    await vi.waitFor(async () => {
      await time.pass(1_000);
      expect(bench.delivery.counters()).toMatchObject({ created: 1, duplicate: 1 });
    }, 20_000);
    await bench.close();
  });

  it("stores events in a new folder at once if the old one was taken meanwhile", async () => {
    const directory = outboxDirectory();
    const { bench, time } = await openedWith({ directory });
    bench.service.onIngest = () => ({ kind: "failed", error: new Error("503") });
    await bench.submit();
    // The next beat comes before the disk's time limit.
    await time.pass(4_000);
    const disk = hangDisk(["syncData"]);
    const { stored } = bench.delivery.submit(freshRecord());
    await diskAtRest();
    takeFolder(directory);
    inTheMoment(bench, time, async () => healDisk());
    await untilTold(bench, time, /took this one for dead/);
    await stored;
    expect(readdirSync(layoutOf(directory).owners)).toHaveLength(2);
    disk.answer();
    expect(bench.log.map(({ message }) => message).join()).not.toContain("cannot keep events");
    await bench.close();
  });

  it("refuses a call whose note was being written as its folder was taken", async () => {
    const directory = outboxDirectory();
    const { bench, time } = await openedWith({ directory, onFull: "required" });
    await bench.note();
    // The next beat comes before the disk's time limit.
    await time.pass(4_000);
    const disk = hangDisk(["syncData"]);
    const noted = bench.note().catch(({ code }) => code);
    await diskAtRest();
    takeFolder(directory);
    await untilTold(bench, time, /took this one for dead/);
    // The disk does not answer in the next folder, either.
    expect(await time.until(noted)).toBe("delivery_unavailable");
    healDisk();
    disk.answer();
    await bench.close();
  });

  it("leaves its events in a new folder at close if the old one was taken meanwhile", async () => {
    const directory = outboxDirectory();
    const { bench, time } = await openedWith({ directory });
    bench.service.onIngest = () => DOWN;
    const before = await bench.submit();
    takeFolder(directory);
    const after = await bench.submit();
    await closeAtLeisure(bench, time);
    expect(bench.delivery.counters()).toMatchObject({ created: 2, persisted: 2 });
    const next = await sendAgain({ directory });
    expect(new Set(next.service.stored.keys())).toEqual(
      new Set([before.event.event_id, after.event.event_id]),
    );
    await next.close();
  });

  it("begins a new folder as soon as it closes if the old one was taken, for a slow disk", async () => {
    const directory = outboxDirectory();
    const { bench, time } = await openedWith({ directory });
    bench.service.onIngest = () => DOWN;
    await bench.submit();
    takeFolder(directory);
    // No time passes here, so that a new folder at the end of the deadline is never seen.
    const closed = bench.delivery.close({ deadlineMs: 10_000 });
    await vi.waitFor(() => expect(readdirSync(layoutOf(directory).owners)).toHaveLength(2), 20_000);
    await time.until(closed);
    await diskAtRest();
  });

  it("admits no call to a folder that was taken while a slow disk made it", async () => {
    const directory = outboxDirectory();
    const { owners } = layoutOf(directory);
    const disk = hangDisk(["syncFile"]);
    const { bench, time } = await openedWith({ directory, onFull: "required" });
    const admitted = Promise.resolve(bench.delivery.admit(undefined)).catch(({ code }) => code);
    const names = () => readdirSync(owners).filter((name) => !name.startsWith("."));
    await vi.waitFor(() => expect(names()).toHaveLength(1), 20_000);
    takeFolder(directory);
    healDisk();
    disk.answer();
    expect(await admitted).toBe("delivery_unavailable");
    await time.pass(2_000);
    await bench.delivery.admit(undefined);
    expect(names()).toHaveLength(2);
    await bench.close();
  });

  it("sends events itself that were being written when its folder was removed", async () => {
    const { bench, time, disk, events } = await withoutFolder();
    await untilTold(bench, time, /was removed/);
    disk.answer();
    await hasSent(events, bench, time);
  });

  it("sends events itself whose file write ends as its folder is found removed", async () => {
    const { bench, time, disk, events } = await withoutFolder();
    inTheMoment(bench, time, async () => disk.answer());
    await untilTold(bench, time, /was removed/);
    await hasSent(events, bench, time);
  });
});

/** A spill queue whose folder can be taken away. */
function openSpill() {
  const parent = mkdtempSync(join(tmpdir(), "spill-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const layout = layoutOf(parent);
  const place = { ownership: { folder: join(parent, "first") } as Ownership | undefined };
  mkdirSync(join(parent, "first"));
  const records = { ...place, drop: () => undefined };
  const quota = new Quota({ layout, maxBytes: 1e9, clock: systemClock });
  const spill = new Spill({
    ...{ layout, keyring: NO_KEYS, quota, fsync: true },
    records: records as unknown as RecordStore,
  });
  const add = (origin: { number?: number; replayed?: boolean } = {}) => {
    const record = largeRecord();
    const id = record.event.event_id;
    const bytes = encodeRecord({ kind: "event", id, record }, NO_KEYS);
    spill.add(id, bytes, { number: 1, replayed: false, ...origin });
    return id;
  };
  const moveTo = (name: string) => {
    records.ownership = { folder: join(parent, name) } as Ownership;
  };
  const spillFolder = join(parent, "first", SPILL_FOLDER);
  return { spill, quota, add, moveTo, spillFolder };
}

it("returns events added in a new folder while it waits for an older file", async () => {
  const { spill, add, moveTo } = openSpill();
  const disk = hangDisk(["syncFile"]);
  for (let i = 0; i < 20; i += 1) add();
  spill.recall();
  const next = spill.next();
  spill.abandon();
  moveTo("second");
  const id = add();
  disk.answer();
  const batch = (await next) ?? (await spill.next());
  expect(batch?.found.map(({ reading }) => reading.id)).toEqual([id]);
  expect(spill.size).toBe(0);
});

it("counts no negative files or bytes when abandoned events are sent", async () => {
  const { spill, quota, add } = openSpill();
  for (let i = 0; i < 20; i += 1) add();
  await spill.settle();
  const batch = await spill.next();
  spill.abandon();
  const charge = vi.spyOn(quota, "charge");
  if (batch?.segment === undefined) throw new Error("nothing came back from a file");
  spill.release(batch.segment, batch.segment.events);
  expect(charge).not.toHaveBeenCalled();
  expect(spill.isEmpty).toBe(true);
});

it.each([true, false])(
  "remembers for a spilled event whether another process may have sent it (%s)",
  async (uncertain) => {
    const { spill } = openSpill();
    const dispatch = { ended: false, pending: { size: 10_000 } };
    const memoryWindow = new MemoryWindow({ spill, dispatch } as unknown as MemoryWindowParts);
    const record = freshRecord({ idGivenByCaller: true });
    const id = record.event.event_id;
    const item = { record, number: 1, uncertain, receive: () => undefined };
    memoryWindow.spill(
      item as unknown as Item,
      encodeRecord({ kind: "event", id, record }, NO_KEYS),
    );
    expect(await spill.next()).toMatchObject({ replayed: uncertain });
  },
);

it.each([
  ["older", true, false],
  ["later", false, true],
])(
  "remembers that also for the %s of events whose spill file cannot be written, and which came first",
  async (_, older, later) => {
    const { spill, add, spillFolder } = openSpill();
    writeFileSync(spillFolder, "in the way");
    for (let i = 0; i < 18; i += 1) add({ number: 1, replayed: older });
    add({ number: 2, replayed: later });
    const batch = await spill.next();
    expect(batch).toMatchObject({ replayed: true, oldest: 1 });
    expect(batch?.found).toHaveLength(19);
  },
);

it("reads nothing more of a folder taken by another process that it could not read before", async () => {
  const { spill, add, moveTo, spillFolder } = openSpill();
  for (let i = 0; i < 20; i += 1) add();
  await spill.settle();
  for (const name of readdirSync(spillFolder)) {
    rmSync(join(spillFolder, name));
    mkdirSync(join(spillFolder, name));
  }
  expect(await spill.next()).toBeUndefined();
  spill.abandon();
  moveTo("second");
  spill.lookAgain();
  expect(spill.hasNext).toBe(false);
});

it("begins no further file while it settles, since the store has the events too", async () => {
  const { spill, quota, add } = openSpill();
  const charge = vi.spyOn(quota, "charge");
  for (let i = 0; i < 40; i += 1) add();
  await spill.settle();
  await diskAtRest();
  expect(charge, "for each file").toHaveBeenCalledTimes(1);
  expect(spill.size).toBe(40);
});
