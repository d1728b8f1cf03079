import { existsSync, readdirSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { assertBalanced } from "../../../src/delivery/counters.ts";
import { layoutOf } from "../../../src/delivery/durable-delivery/files/layout.ts";
import { writeSpillFile } from "../../../src/delivery/durable-delivery/outbox/spill-files.ts";
import {
  beginOwnership,
  endOwnership,
} from "../../../src/delivery/durable-delivery/recovery/ownership.ts";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";
import { leaveEvents, openOutbox, sendAgain } from "../outbox-bench.ts";
import { VirtualTime } from "../simulated/virtual-time.ts";

/** What a slow disk takes its time for, and when it has. */
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

/** The disk takes its time for what dead owners left, until `answer` is called. */
function slowDisk(): { readonly answer: () => void; readonly isAsked: () => Promise<void> } {
  let answer = (): void => undefined;
  disk.ready = new Promise((resolve) => {
    answer = resolve;
  });
  const before = disk.read;
  const isAsked = () => vi.waitFor(() => expect(disk.read).not.toBe(before), 20_000);
  return { answer, isAsked };
}

it("counts no event of an earlier process that a client finds once it is closed", async () => {
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

it("sends in a close what an earlier process left, though it was only being read", async () => {
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

it("sends in a close what a process left that ended since the last look, each event once", async () => {
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

it("ends a close at its deadline while the service is down, and keeps what it has taken over for the next", async () => {
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

it("has no event of its own wait in a close for a disk that takes long to read those of others", async () => {
  disk.ready = Promise.resolve();
  const directory = outboxDirectory();
  const time = new VirtualTime();
  const bench = await openOutbox({ directory }, { down: true, timers: time, clock: time });
  const own = await bench.submit();
  // It was sent in vain, and rests.
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

it("opens no outbox to close one that nobody has used", async () => {
  const directory = outboxDirectory();
  const bench = await openOutbox({ directory });
  await bench.delivery.close({ deadlineMs: 20_000 });
  await turn();
  await turn();
  expect(existsSync(directory)).toBe(false);
});

it("leaves a folder that is called empty where a file has come into it", async () => {
  const layout = layoutOf(outboxDirectory());
  const ownership = await beginOwnership(layout);
  const { path } = await writeSpillFile(ownership.folder, [Buffer.from("event")], false);
  await endOwnership(ownership, true);
  expect(existsSync(path)).toBe(true);
});

it("does not pass on a file of events that a loss of power left empty", async () => {
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
