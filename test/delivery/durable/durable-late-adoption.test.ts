import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { assertBalanced } from "../../../src/delivery/counters.ts";
import { layoutOf } from "../../../src/delivery/durable-delivery/files/layout.ts";
import { writeSpillFile } from "../../../src/delivery/durable-delivery/outbox/spill-files.ts";
import {
  beginOwnership,
  endOwnership,
} from "../../../src/delivery/durable-delivery/recovery/ownership.ts";
import { survey } from "../../../src/delivery/durable-delivery/recovery/survey.ts";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";
import { NO_KEYS } from "../../support/outboxes/stored-outbox.ts";
import { diskAtRest, leaveEvents, openOutbox, sendAgain } from "../outbox-bench.ts";
import { VirtualTime } from "../simulated/virtual-time.ts";

/** A slow disk: when it starts to read, and the read. */
const disk = vi.hoisted(() => ({
  ready: Promise.resolve(),
  read: Promise.resolve() as Promise<unknown>,
}));

vi.mock(import("../../../src/delivery/durable-delivery/recovery/orphans.ts"), async (original) => {
  const orphans = await original();
  const readOrphan: typeof orphans.readOrphan = (...args) => {
    const reading = disk.ready.then(() => orphans.readOrphan(...args));
    disk.read = reading;
    return reading;
  };
  return { ...orphans, readOrphan };
});

/** Delays the reading of a dead owner's files until `answer` is called. */
function slowDisk(): { readonly answer: () => void; readonly isAsked: () => Promise<void> } {
  let answer = (): void => undefined;
  disk.ready = new Promise((resolve) => {
    answer = resolve;
  });
  const before = disk.read;
  const isAsked = () => vi.waitFor(() => expect(disk.read).not.toBe(before), 20_000);
  return { answer, isAsked };
}

it("does not count events of an earlier process that are found after close", async () => {
  const directory = outboxDirectory();
  const left = await leaveEvents({ directory }, 3);
  const { answer, isAsked } = slowDisk();
  const bench = await openOutbox({ directory }, { down: true });
  await bench.delivery.admit(undefined);
  await isAsked();
  await bench.close();
  answer();
  await disk.read;
  await turn();
  expect(bench.delivery.counters()).toMatchObject({ created: 0, dropped: {}, pending: 0 });
  assertBalanced(bench.delivery.counters());
  const next = await sendAgain({ directory });
  for (const { event } of left) expect(next.service.stored.has(event.event_id)).toBe(true);
  await next.close();
});

it("shows other hosts that it lives while it reads what an earlier process left", async () => {
  const directory = outboxDirectory();
  await leaveEvents({ directory }, 3);
  const { owners } = layoutOf(directory);
  const time = new VirtualTime();
  const { answer, isAsked } = slowDisk();
  const bench = await openOutbox({ directory }, { timers: time, clock: time });
  await bench.delivery.admit(undefined);
  await isAsked();
  const [name = ""] = readdirSync(owners);
  const beat = join(owners, name, "beat");
  for (const _ of [1, 2, 3]) {
    rmSync(beat);
    await vi.waitFor(async () => {
      await time.pass(5_000);
      expect(existsSync(beat)).toBe(true);
    }, 5_000);
  }
  answer();
  await vi.waitFor(() => expect(bench.delivery.counters().delivered).toBe(3), 20_000);
  await bench.close();
});

it("has its events on the disk again soon although it still reads what an earlier process left", async () => {
  const directory = outboxDirectory();
  const layout = layoutOf(directory);
  await leaveEvents({ directory }, 3);
  const time = new VirtualTime();
  const { answer, isAsked } = slowDisk();
  const bench = await openOutbox({ directory }, { down: true, timers: time, clock: time });
  await bench.delivery.admit(undefined);
  await isAsked();
  // Heartbeats while nothing else is to be done.
  await time.pass(10_000);
  await diskAtRest();
  rmSync(directory, { recursive: true });
  const { event } = await bench.submit();
  await vi.waitFor(async () => {
    await time.pass(1_000);
    expect((await survey(layout, NO_KEYS)).events).toBe(1);
  }, 20_000);
  answer();
  await disk.read.catch(() => undefined);
  await bench.close();
  const next = await sendAgain({ directory });
  expect([...next.service.stored.keys()]).toEqual([event.event_id]);
  await next.close();
});

it("sends events of an earlier process at close while they are still being read", async () => {
  const directory = outboxDirectory();
  const left = await leaveEvents({ directory }, 3);
  const { answer, isAsked } = slowDisk();
  const bench = await openOutbox({ directory });
  await bench.submit();
  await isAsked();
  const closes = [1, 2].map(() => bench.delivery.close({ deadlineMs: 60_000 }));
  await turn();
  answer();
  await Promise.all(closes);
  for (const { event } of left) expect(bench.service.stored.has(event.event_id)).toBe(true);
  expect(bench.delivery.counters()).toMatchObject({ created: 4, delivered: 4, pending: 0 });
  expect(readdirSync(layoutOf(directory).owners)).toEqual([]);
});

it("sends events of a process that ended recently at close, each once", async () => {
  disk.ready = Promise.resolve();
  const directory = outboxDirectory();
  const both = [await sendAgain({ directory }), await sendAgain({ directory })];
  for (const bench of both) await bench.submit();
  for (const { delivery } of both) await delivery.flush({ deadlineMs: 20_000 });
  await leaveEvents({ directory }, 50);
  await Promise.all(both.map(({ delivery }) => delivery.close({ deadlineMs: 60_000 })));
  const sent = both.flatMap(({ service }) => [...service.stored.keys()]);
  expect([sent.length, new Set(sent).size]).toEqual([52, 52]);
  for (const { delivery } of both) assertBalanced(delivery.counters());
  expect(readdirSync(layoutOf(directory).owners)).toEqual([]);
});

it("ends close at its deadline during an outage, and keeps adopted events", async () => {
  disk.ready = Promise.resolve();
  const directory = outboxDirectory();
  const time = new VirtualTime();
  const bench = await openOutbox({ directory }, { down: true, timers: time, clock: time });
  await bench.submit();
  await bench.delivery.admit(undefined);
  const left = await leaveEvents({ directory }, 3);
  let isOver = false;
  const closed = bench.delivery.close({ deadlineMs: 2_000 }).then(() => {
    isOver = true;
  });
  await vi.waitFor(() => expect(bench.delivery.counters().pending).toBe(4), 20_000);
  expect(isOver).toBe(false);
  await time.until(closed);
  expect(time.monotonic()).toBeLessThanOrEqual(2_100);
  const counters = bench.delivery.counters();
  expect(counters).toMatchObject({ created: 4, persisted: 4, pending: 0 });
  assertBalanced(counters);
  const next = await sendAgain({ directory });
  for (const { event } of left) expect(next.service.stored.has(event.event_id)).toBe(true);
  await next.close();
});

it("sends its own events at close while the disk is slow to read those of others", async () => {
  disk.ready = Promise.resolve();
  const directory = outboxDirectory();
  const time = new VirtualTime();
  const bench = await openOutbox({ directory }, { down: true, timers: time, clock: time });
  const own = await bench.submit();
  // It was sent without success and waits for a retry.
  await vi.waitFor(() => expect(bench.service.ingests).toHaveLength(1), 20_000);
  await time.settle();
  const left = await leaveEvents({ directory }, 1);
  const { answer, isAsked } = slowDisk();
  bench.service.onIngest = () => undefined;
  const closed = bench.delivery.close({ deadlineMs: 2_000 });
  await isAsked();
  await vi.waitFor(() => expect(bench.service.stored.has(own.event.event_id)).toBe(true), 20_000);
  await time.until(closed);
  expect(time.monotonic()).toBeLessThanOrEqual(2_100);
  expect(bench.delivery.counters()).toMatchObject({ created: 1, delivered: 1, pending: 0 });
  answer();
  await disk.read;
  const next = await sendAgain({ directory });
  for (const { event } of left) expect(next.service.stored.has(event.event_id)).toBe(true);
  await next.close();
});

it("does not open an unused outbox at close", async () => {
  const directory = outboxDirectory();
  const bench = await openOutbox({ directory });
  await bench.delivery.close({ deadlineMs: 20_000 });
  await turn();
  await turn();
  expect(existsSync(directory)).toBe(false);
});

it("keeps a folder that was thought empty if it contains a new file", async () => {
  const layout = layoutOf(outboxDirectory());
  const ownership = await beginOwnership(layout);
  const { path } = await writeSpillFile(ownership.folder, [Buffer.from("event")], false);
  await endOwnership(ownership, true);
  expect(existsSync(path)).toBe(true);
});

it("discards a spill file that a power loss left empty", async () => {
  const directory = outboxDirectory();
  const layout = layoutOf(directory);
  const ownership = await beginOwnership(layout);
  await writeSpillFile(ownership.folder, [], false);
  await endOwnership(ownership, false);
  disk.ready = Promise.resolve();
  const next = await sendAgain({ directory });
  await next.close();
  expect(readdirSync(layout.owners)).toEqual([]);
});
