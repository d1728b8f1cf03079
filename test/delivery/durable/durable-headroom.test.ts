import { closeSync, mkdirSync, openSync, readFileSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { STORE_FILE } from "../../../src/delivery/durable-delivery/files/layout.ts";
import { Growth } from "../../../src/delivery/durable-delivery/store/growth.ts";
import { Headroom } from "../../../src/delivery/durable-delivery/store/headroom.ts";
import { createStore } from "../../../src/delivery/durable-delivery/store/lmdb-store.ts";
import { LmdbWriter } from "../../../src/delivery/durable-delivery/store/lmdb-writer.ts";
import { processTimers } from "../../../src/delivery/timers.ts";
import { systemClock } from "../../../src/transport/system-clock.ts";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";
import { VirtualTime } from "../simulated/virtual-time.ts";

/** There is always room. */
const assertRoom = () => undefined;

/** A file with some content. */
function openFile(content: string) {
  const folder = outboxDirectory();
  mkdirSync(folder);
  const path = join(folder, "file");
  const descriptor = openSync(path, "w+");
  writeSync(descriptor, content);
  return { path, descriptor };
}

describe("the preallocated space of an outbox", () => {
  it("exists before it is needed, and its allocation leaves the content unchanged", () => {
    const { path, descriptor } = openFile("content");
    let used = 7;
    const headroom = new Headroom({ descriptor, usedBytes: () => used, assertRoom });
    headroom.reserve(100, 0);
    const { size } = statSync(path);
    expect(size).toBeGreaterThanOrEqual(107);
    for (let i = 0; i < 100; i += 1) {
      used += 10_000;
      headroom.reserve(10_000, 0);
      expect(statSync(path).size).toBeGreaterThanOrEqual(used);
    }
    expect(readFileSync(path, "utf8").startsWith("content\0")).toBe(true);
    closeSync(descriptor);
  });

  it("leaves what a write must spare, and is taken only after the disk was asked for all of it", () => {
    const { path, descriptor } = openFile("content");
    let used = 7;
    let asked = 0;
    const assertRoom = (bytes: number) => {
      asked += bytes;
    };
    const headroom = new Headroom({ descriptor, usedBytes: () => used, assertRoom });
    headroom.prepare();
    expect(statSync(path).size - 7).toBe(asked);
    for (let i = 0; i < 50; i += 1) {
      headroom.reserve(50_000, 200_000);
      used += 50_000;
      expect(statSync(path).size).toBeGreaterThanOrEqual(used + 200_000);
    }
    expect(statSync(path).size - 7).toBe(asked);
    closeSync(descriptor);
  });

  it("does not grow while the used space does not", () => {
    const { path, descriptor } = openFile("");
    const headroom = new Headroom({ descriptor, usedBytes: () => 5_000, assertRoom });
    headroom.reserve(10_000, 100_000);
    const { size } = statSync(path);
    for (let i = 0; i < 1_000; i += 1) headroom.reserve(10_000, 100_000);
    expect(statSync(path).size).toBe(size);
    closeSync(descriptor);
  });

  it("is not checked again for a while after it was prepared", () => {
    const { path, descriptor } = openFile("content");
    let looks = 0;
    const usedBytes = () => {
      looks += 1;
      return 7;
    };
    const headroom = new Headroom({ descriptor, usedBytes, assertRoom });
    expect(headroom.isLow).toBe(true);
    expect(headroom.prepare()).toBe(true);
    expect(headroom.isLow).toBe(false);
    const { size } = statSync(path);
    for (let i = 0; i < 20; i += 1) headroom.reserve(20_000, 256 * 1024);
    expect(looks).toBe(1);
    expect(statSync(path).size).toBe(size);
    for (let i = 0; i < 10; i += 1) headroom.reserve(20_000, 256 * 1024);
    // The estimate had grown, not the file.
    expect(headroom.isLow).toBe(true);
    expect(headroom.prepare()).toBe(false);
    expect(headroom.isLow).toBe(false);
    expect(statSync(path).size).toBe(size);
    closeSync(descriptor);
  });

  it("is refused by a full disk at each request", () => {
    const descriptor = openSync("/dev/full", "w");
    const headroom = new Headroom({ descriptor, usedBytes: () => 0, assertRoom });
    for (let i = 0; i < 3; i += 1) {
      expect(() => headroom.reserve(100, 0)).toThrow(expect.objectContaining({ code: "ENOSPC" }));
      expect(() => headroom.prepare()).toThrow(expect.objectContaining({ code: "ENOSPC" }));
    }
    closeSync(descriptor);
  });
});

describe("the growth of an outbox's file", () => {
  /** A file for which a test sets whether it has to grow and whether it can. */
  function growing() {
    const time = new VirtualTime();
    const state = { due: true, full: false, grown: 0, synced: 0 };
    const growth = new Growth({
      isDue: () => state.due,
      grow() {
        if (state.full) throw new Error("full");
        state.grown += 1;
        state.due = false;
        return true;
      },
      syncSoon: () => {
        state.synced += 1;
      },
      soon: (task) => time.soon(task),
    });
    return { growth, state, time };
  }

  it("happens once after the write that makes it due, and is synced", async () => {
    const { growth, state, time } = growing();
    growth.look();
    growth.look();
    expect(state.grown).toBe(0);
    await time.settle();
    expect(state).toMatchObject({ grown: 1, synced: 1 });
    growth.look();
    await time.settle();
    expect(state.grown).toBe(1);
  });

  it("is retried if the disk was full, without an error", async () => {
    const { growth, state, time } = growing();
    state.full = true;
    growth.look();
    await time.settle();
    expect(state).toMatchObject({ grown: 0, synced: 0 });
    state.full = false;
    growth.look();
    await time.settle();
    expect(state).toMatchObject({ grown: 1, synced: 1 });
  });

  it("does not touch a file that was closed meanwhile", async () => {
    const { growth, state, time } = growing();
    growth.look();
    growth.end();
    growth.look();
    await time.settle();
    expect(state.grown).toBe(0);
  });

  it("is never part of a write", async () => {
    const folder = outboxDirectory();
    mkdirSync(folder);
    const file = join(folder, STORE_FILE);
    const parts = { timers: processTimers, clock: systemClock };
    const options = { fsync: false, maxBytes: 64 * 1024 * 1024, ...parts };
    const store = await createStore({ folder, ...options });
    await turn();
    const { size } = statSync(file);
    for (let i = 0; i < 1_000; i += 1) {
      const before = statSync(file).size;
      await store.put(`${i}`, Buffer.alloc(3_000));
      expect(statSync(file).size).toBe(before);
      await turn();
    }
    expect(statSync(file).size).toBeGreaterThan(size + 3_000_000);
    await store.close();
  });
});

it("hands LMDB nothing more once it has failed, because its memory cannot be trusted then", () => {
  const { descriptor } = openFile("");
  let commits = 0;
  const database = {
    getStats: () => ({ pageSize: 4_096, lastPageNumber: 1 }),
    transactionSync: () => {
      commits += 1;
      throw new Error("MDB_PROBLEM");
    },
  } as unknown as ConstructorParameters<typeof LmdbWriter>[0];
  const writer = new LmdbWriter(database, { descriptor, assertRoom });
  const write = () => writer.write([{ remove: "an event" }]);
  expect([writer.failure, writer.isTight]).toEqual([undefined, true]);
  expect(write).toThrow("MDB_PROBLEM");
  expect(write).toThrow("MDB_PROBLEM");
  expect([commits, writer.isTight]).toEqual([1, false]);
  expect(writer.failure).toBeInstanceOf(Error);
  closeSync(descriptor);
});

/** A turn of the event loop, including what is scheduled soon. */
const turn = () => new Promise((resolve) => setImmediate(resolve));
