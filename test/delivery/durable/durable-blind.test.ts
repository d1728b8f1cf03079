import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { layoutOf } from "../../../src/delivery/durable-delivery/files/layout.ts";
import { encodeRecord } from "../../../src/delivery/durable-delivery/files/record-codec.ts";
import {
  listQuarantine,
  writeQuarantined,
} from "../../../src/delivery/durable-delivery/outbox/quarantine-files.ts";
import { writeSpillFile } from "../../../src/delivery/durable-delivery/outbox/spill-files.ts";
import { freshRecord } from "../../../src/testing/contract-service.ts";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";
import { NO_KEYS } from "../../support/outboxes/stored-outbox.ts";
import { diskAtRest, openOutbox } from "../outbox-bench.ts";
import { VirtualTime } from "../simulated/virtual-time.ts";

/** Which file system calls fail, by action and path. */
const refuse = { what: (_action: string, _path: string): boolean => false };

function guarded<Args extends readonly unknown[], Result>(
  action: string,
  work: (...args: Args) => Result,
  fail: (error: Error) => Result,
): (...args: Args) => Result {
  return (...args) => {
    if (!refuse.what(action, String(args[0]))) return work(...args);
    return fail(Object.assign(new Error("too many open files"), { code: "EMFILE" }));
  };
}

vi.mock("node:fs/promises", async (importOriginal) => {
  const fs = await importOriginal<typeof import("node:fs/promises")>();
  const reject = (error: Error): Promise<never> => Promise.reject(error);
  return {
    ...fs,
    readFile: guarded("read", fs.readFile as (path: string) => Promise<unknown>, reject),
    readdir: guarded("list", fs.readdir as (path: string) => Promise<unknown>, reject),
    open: guarded("open", fs.open as (path: string) => Promise<unknown>, reject),
    rename: guarded("rename", fs.rename as (path: string, to: string) => Promise<void>, reject),
    rm: guarded("remove", fs.rm as (path: string) => Promise<void>, reject),
  };
});

vi.mock("node:fs", async (importOriginal) => {
  const fs = await importOriginal<typeof import("node:fs")>();
  const raise = (error: Error): never => {
    throw error;
  };
  return {
    ...fs,
    readFileSync: guarded("read", fs.readFileSync as (path: string) => unknown, raise),
    statSync: guarded("look", fs.statSync as (path: string) => unknown, raise),
  };
});

beforeEach(() => {
  refuse.what = () => false;
});

const flush = { deadlineMs: 20_000 };

describe("an outbox of a process that is out of file descriptors", () => {
  it("does not take over the events of a live process", async () => {
    const directory = outboxDirectory();
    const living = await openOutbox({ directory }, { down: true });
    await living.note();
    await living.submit();
    const blind = await openOutbox({ directory });
    await blind.delivery.flush(flush);
    for (const needed of [["read"], ["read", "list", "open"]]) {
      refuse.what = (action) => needed.includes(action);
      await blind.delivery.flush(flush);
      refuse.what = () => false;
      await blind.delivery.flush(flush);
    }
    expect(blind.delivery.counters()).toMatchObject({ created: 0 });
    await blind.close();
    await living.close();
  });

  it.each(["spill", "taken", "data.mdb"])(
    "loses no event whose %s it cannot read at first",
    async (hidden) => {
      const directory = outboxDirectory();
      const dead = join(directory, "owners", randomUUID());
      const deader = join(dead, "taken", randomUUID());
      const records = [freshRecord(), freshRecord()];
      for (const [at, folder] of [dead, deader].entries()) {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const record = records[at] ?? freshRecord();
        const id = record.event.event_id;
        const bytes = encodeRecord({ kind: "event", id, record }, NO_KEYS);
        if (hidden === "data.mdb") writeFileSync(join(folder, hidden), bytes);
        else await writeSpillFile(folder, [bytes], false);
      }
      const place = join(basename(dead), hidden);
      let looks = 0;
      refuse.what = (action, path) =>
        ["list", "read"].includes(action) && path.endsWith(place) && looks++ === 0;
      const bench = await openOutbox({ directory });
      for (let look = 0; look < 3; look += 1) await bench.delivery.flush(flush);
      expect(bench.service.stored.size).toBe(2);
      await bench.close();
      expect(readdirSync(join(directory, "owners"))).toEqual([]);
    },
  );
});

it("sends events that it could not read at first", async () => {
  const directory = outboxDirectory();
  const dead = join(directory, "owners", randomUUID());
  mkdirSync(dead, { recursive: true, mode: 0o700 });
  const record = freshRecord();
  const id = record.event.event_id;
  await writeSpillFile(dead, [encodeRecord({ kind: "event", id, record }, NO_KEYS)], false);
  let refusals = 0;
  refuse.what = (action, path) =>
    action === "read" && /owners.[^/\\]+.spill/.test(path) && refusals++ === 0;
  const bench = await openOutbox({ directory });
  await vi.waitFor(() => expect(refusals).toBe(1), 5_000);
  expect(bench.delivery.counters()).toMatchObject({ created: 1, pending: 1, persisted: 0 });
  await bench.delivery.flush(flush);
  expect(bench.delivery.counters()).toMatchObject({ created: 1, delivered: 1, pending: 0 });
  expect([...bench.service.stored.keys()]).toEqual([id]);
  // The file of a delivered event may still be being removed, and its folder would stay with it.
  await diskAtRest();
  await bench.close();
  expect(readdirSync(join(directory, "owners"))).toEqual([]);
});

it("keeps events, and keeps looking, if it may not read another user's folder", async () => {
  const directory = outboxDirectory();
  const time = new VirtualTime();
  const options = { directory, onFull: "required" as const };
  const bench = await openOutbox(options, { down: true, clock: time, timers: time });
  await bench.submit();
  const foreign = join(directory, "owners", randomUUID());
  mkdirSync(foreign, { mode: 0o700 });
  let looks = 0;
  refuse.what = (action, path) => {
    if (!path.startsWith(foreign)) return false;
    if (action === "look") looks += 1;
    return true;
  };
  await vi.waitFor(async () => {
    await time.pass(5_000);
    expect(looks).toBeGreaterThan(2);
  }, 20_000);
  // The next look may have begun, and would find what the other one leaves.
  await diskAtRest();
  // With a time of its own: while it closes, the older one does not look for what it leaves.
  const apart = new VirtualTime();
  const next = await openOutbox(options, { down: true, clock: apart, timers: apart });
  for (const each of [bench, next]) await each.submit();
  // The other way round, its first look might still find what the older one leaves.
  for (const each of [next, bench]) await each.close();
  expect(bench.delivery.counters()).toMatchObject({ created: 2, persisted: 2 });
  expect(next.delivery.counters()).toMatchObject({ created: 1, persisted: 1 });
});

it("sends a dead process's events even if it cannot list the retry folder", async () => {
  const directory = outboxDirectory();
  const dead = join(directory, "owners", randomUUID());
  mkdirSync(dead, { recursive: true, mode: 0o700 });
  const record = freshRecord();
  const id = record.event.event_id;
  writeFileSync(join(dead, "data.mdb"), encodeRecord({ kind: "event", id, record }, NO_KEYS));
  refuse.what = (action, path) => action === "list" && basename(path) === "retry";
  const bench = await openOutbox({ directory });
  await bench.delivery.flush(flush);
  expect([...bench.service.stored.keys()]).toEqual([id]);
  await bench.close();
  expect(readdirSync(join(directory, "owners"))).toEqual([]);
});

it("fails rather than list an incomplete quarantine", async () => {
  const layout = layoutOf(outboxDirectory());
  mkdirSync(layout.quarantine, { recursive: true });
  for (const eventId of ["a", "b", "c"]) {
    await writeQuarantined(layout, { eventId, reason: "invalid", since: "" }, Buffer.alloc(1));
  }
  let reads = 0;
  refuse.what = (action) => action === "read" && reads++ === 1;
  await expect(listQuarantine(layout, NO_KEYS)).rejects.toThrow("too many open files");
  expect(await listQuarantine(layout, NO_KEYS)).toHaveLength(3);
});

it("sends the events of a damaged file once, and leaves it, if it cannot move it", async () => {
  const directory = outboxDirectory();
  const dead = join(directory, "owners", randomUUID());
  mkdirSync(dead, { recursive: true, mode: 0o700 });
  const record = freshRecord();
  const bytes = encodeRecord({ kind: "event", id: record.event.event_id, record }, NO_KEYS);
  writeFileSync(join(dead, "data.mdb"), bytes);
  refuse.what = (action, path) => action === "rename" && basename(path) === "data.mdb";
  const bench = await openOutbox({ directory });
  for (let look = 0; look < 3; look += 1) await bench.delivery.flush(flush);
  expect(bench.delivery.counters()).toMatchObject({ created: 1, delivered: 1 });
  await bench.close();
  const [left = ""] = readdirSync(join(directory, "owners"));
  expect(existsSync(join(directory, "owners", left, "taken", basename(dead), "data.mdb"))).toBe(
    true,
  );
});
