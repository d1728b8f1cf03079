import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { CARD_FILE } from "../../../src/delivery/durable-delivery/files/layout.ts";
import { durableDelivery } from "../../../src/delivery/durable-delivery.ts";
import { ContractService, freshRecord } from "../../../src/testing/contract-service.ts";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";
import { closeAtLeisure, openOutbox, sendAgain } from "../outbox-bench.ts";
import { VirtualTime } from "../simulated/virtual-time.ts";

const ownersOf = (directory: string): readonly string[] => {
  const owners = join(directory, "owners");
  return existsSync(owners) ? readdirSync(owners) : [];
};

/** Files in the directory that this process has open, where the system lists them. */
function openFilesIn(directory: string): readonly string[] {
  const table = "/proc/self/fd";
  if (!existsSync(table)) return [];
  return readdirSync(table).flatMap((name) => {
    try {
      const path = readlinkSync(join(table, name));
      return path.startsWith(directory) ? [path] : [];
    } catch {
      return [];
    }
  });
}

it("leaves no open file and no owner folder if it is closed while it opens", async () => {
  const first = await openOutbox({ directory: outboxDirectory() });
  await first.submit(); // LMDB is loaded from here on
  await first.close();
  const directories = await Promise.all(
    Array.from({ length: 30 }, async (_, i) => {
      const directory = outboxDirectory();
      const { delivery } = await openOutbox({ directory, fsync: true });
      for (let turns = 0; turns < i; turns += 1) await new Promise(setImmediate);
      await delivery.close({ deadlineMs: 0 });
      return directory;
    }),
  );
  await sleep(200); // what was under way has come to its end
  await vi.waitFor(() => {
    for (const directory of directories) {
      expect([openFilesIn(directory), ownersOf(directory)]).toEqual([[], []]);
    }
  }, 20_000);
});

it("opens one store, however many calls need it at once", async () => {
  const directory = outboxDirectory();
  mkdirSync(directory, { mode: 0o700 });
  const inTheWay = join(directory, "owners");
  writeFileSync(inTheWay, "");
  let now = 0;
  const delivery = durableDelivery({ directory, onFull: "required" }).start({
    sender: new ContractService(),
    clock: { now: () => Date.now(), monotonic: () => now },
    // No disk is given up: no time passes.
    timers: new VirtualTime(),
    random: Math.random,
    logger: {},
    onOutcome: () => undefined,
  });
  await expect(delivery.admit(undefined)).rejects.toMatchObject({ code: "delivery_unavailable" });
  rmSync(inTheWay);
  now = 60_000;
  await Promise.all(Array.from({ length: 8 }, () => delivery.admit(undefined)));
  expect(ownersOf(directory)).toHaveLength(1);
  await delivery.close({ deadlineMs: 1_000 });
  expect([openFilesIn(directory), ownersOf(directory)]).toEqual([[], []]);
});

it("drops no event that is recorded while it opens, even thousands", async () => {
  const time = new VirtualTime();
  const virtual = { timers: time, clock: time };
  const bench = await openOutbox({ directory: outboxDirectory() }, { down: true, ...virtual });
  const events = 8_100;
  for (let i = 0; i < events; i += 1) bench.delivery.submit(freshRecord());
  await bench.delivery.admit(undefined);
  expect(bench.delivery.counters()).toMatchObject({ created: events, dropped: {} });
  await closeAtLeisure(bench, time);
  expect(bench.delivery.counters()).toMatchObject({ persisted: events, dropped: {} });
});

it("holds at most 64 MiB of events that are recorded while it opens", async () => {
  const bench = await openOutbox({ directory: outboxDirectory() }, { down: true });
  const text = "x".repeat(32_000);
  for (let i = 0; i < 1_200; i += 1) {
    const { event } = freshRecord();
    bench.delivery.submit(freshRecord({ event: { ...event, input: text, output: text } }));
  }
  const { dropped } = bench.delivery.counters();
  expect(dropped.queue_full).toBeGreaterThan(100);
  await bench.close();
});

it("stores events recorded while it opened before it admits a call", async () => {
  const directory = outboxDirectory();
  const bench = await openOutbox({ directory }, { down: true });
  const records = Array.from({ length: 3 }, () => freshRecord());
  for (const record of records) bench.delivery.submit(record);
  await bench.delivery.admit(undefined);
  const afterKill = outboxDirectory();
  cpSync(directory, afterKill, { recursive: true });
  // Some versions of Node.js give the copy of a folder the mode of a new one.
  chmodSync(afterKill, 0o700);
  for (const owner of ownersOf(afterKill)) unlinkSync(join(afterKill, "owners", owner, CARD_FILE));
  const next = await sendAgain({ directory: afterKill });
  expect([...next.service.stored.keys()].sort()).toEqual(
    records.map(({ event }) => event.event_id).sort(),
  );
  await next.close();
  await bench.close();
});
