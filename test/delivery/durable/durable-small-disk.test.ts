import { mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { createStore } from "../../../src/delivery/durable-delivery/store/lmdb-store.ts";
import { processTimers } from "../../../src/delivery/timers.ts";
import { freshRecord } from "../../../src/testing/contract-service.ts";
import { systemClock } from "../../../src/transport/system-clock.ts";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";
import { openOutbox, sendAgain } from "../outbox-bench.ts";

const disk = vi.hoisted(() => ({ directory: "", bytes: 0, isFilled: false }));

/** What files of the outbox leave free of the disk. */
function freeSpace() {
  const names = readdirSync(disk.directory, { recursive: true, encoding: "utf8" });
  const used = names.reduce((sum, name) => sum + statSync(join(disk.directory, name)).size, 0);
  return { bsize: 1, blocks: disk.bytes, bavail: Math.max(0, disk.bytes - used) };
}

vi.mock("node:fs", async (importOriginal) => ({
  ...(await importOriginal<typeof import("node:fs")>()),
  statfsSync: () => (disk.isFilled ? { ...freeSpace(), bavail: 400 * 1024 } : freeSpace()),
}));
vi.mock("node:fs/promises", async (importOriginal) => ({
  ...(await importOriginal<typeof import("node:fs/promises")>()),
  statfs: async () => freeSpace(),
}));

beforeEach(() => {
  disk.isFilled = false;
  disk.directory = outboxDirectory();
});

/** Submits events until the disk takes no more. */
async function fillDisk(events: number): Promise<readonly string[]> {
  const bench = await openOutbox({ directory: disk.directory }, { down: true });
  const ids: string[] = [];
  const isFull = () => bench.log.some(({ message }) => message.includes("cannot keep"));
  while (ids.length < events && !isFull()) {
    const record = freshRecord();
    const event = { ...record.event, output: "a".repeat(30_000) };
    ids.push((await bench.submit({ ...record, event })).event.event_id);
  }
  await bench.close();
  expect(isFull()).toBe(true);
  return ids.slice(0, -1);
}

it.each([
  ["in its store", 4],
  ["in files beside its store", 12],
])(
  "leaves the next process the space to send what is %s on a disk that it has filled",
  async (_, mebibytes) => {
    disk.bytes = mebibytes * 1024 ** 2;
    const ids = await fillDisk(1_000);
    const next = await sendAgain({ directory: disk.directory });
    expect([...next.service.stored.keys()]).toEqual(expect.arrayContaining([...ids]));
    await next.close();
  },
);

it("opens no store on a disk that others fill meanwhile, since LMDB would crash the process", async () => {
  disk.bytes = 4 * 1024 ** 2;
  const { directory: folder } = disk;
  mkdirSync(folder);
  disk.isFilled = true;
  const options = { folder, fsync: false, maxBytes: 1024 ** 2 };
  const opened = createStore({ ...options, timers: processTimers, clock: systemClock });
  await expect(opened).rejects.toMatchObject({ code: "ENOSPC" });
});
