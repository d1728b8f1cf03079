import { existsSync, readdirSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { assertBalanced } from "../../src/delivery/counters.ts";
import { layoutOf } from "../../src/delivery/durable-delivery/layout.ts";
import { writeShelfFile } from "../../src/delivery/durable-delivery/shelf-files.ts";
import { beginTenure, endTenure } from "../../src/delivery/durable-delivery/tenure.ts";
import { outboxDirectory } from "../support/outbox.ts";
import { leaveEvents, openOutbox, sendAgain } from "./outbox-bench.ts";

/** What a slow disk takes its time for, and when it has. */
const disk = vi.hoisted(() => ({
  ready: Promise.resolve(),
  read: Promise.resolve() as Promise<unknown>,
}));

vi.mock(import("../../src/delivery/durable-delivery/estates.ts"), async (original) => {
  const estates = await original();
  const readEstate: typeof estates.readEstate = (...args) => {
    const reading = disk.ready.then(() => estates.readEstate(...args));
    disk.read = reading;
    return reading;
  };
  return { ...estates, readEstate };
});

it("counts no event of an earlier process that a client finds once it is closed", async () => {
  const directory = outboxDirectory();
  const left = await leaveEvents({ directory }, 3);
  let answer = (): void => undefined;
  disk.ready = new Promise((resolve) => {
    answer = resolve;
  });
  const before = disk.read;
  const bench = await openOutbox({ directory }, { down: true });
  await bench.delivery.admit(undefined);
  await expect.poll(() => disk.read).not.toBe(before);
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

it("leaves a folder that is called empty where a file has come into it", async () => {
  const layout = layoutOf(outboxDirectory());
  const tenure = await beginTenure(layout);
  const { path } = await writeShelfFile(tenure.folder, [Buffer.from("event")], false);
  await endTenure(tenure, true);
  expect(existsSync(path)).toBe(true);
});

it("does not pass on a file of events that a loss of power left empty", async () => {
  const directory = outboxDirectory();
  const layout = layoutOf(directory);
  const tenure = await beginTenure(layout);
  await writeShelfFile(tenure.folder, [], false);
  await endTenure(tenure, false);
  disk.ready = Promise.resolve();
  const next = await sendAgain({ directory });
  await next.close();
  expect(readdirSync(layout.owners)).toEqual([]);
});
