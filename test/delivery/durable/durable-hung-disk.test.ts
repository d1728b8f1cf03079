import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { assertBalanced } from "../../../src/delivery/counters.ts";
import type { EventRecord } from "../../../src/delivery/delivery.ts";
import { Keyring } from "../../../src/delivery/durable-delivery/files/keyring.ts";
import {
  CARD_FILE,
  LEFT_FILE,
  layoutOf,
  REMOVED_FILE,
} from "../../../src/delivery/durable-delivery/files/layout.ts";
import { encodeRecord } from "../../../src/delivery/durable-delivery/files/record-codec.ts";
import { writeSpillFile } from "../../../src/delivery/durable-delivery/outbox/spill-files.ts";
import { DOWN, freshRecord } from "../../../src/testing/contract-service.ts";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";
import { type OutboxBench, openOutbox, sendAgain } from "../outbox-bench.ts";
import { VirtualTime } from "../simulated/virtual-time.ts";
import { hangDisk, healDisk } from "./hanging-disk.ts";

vi.mock(import("../../../src/delivery/durable-delivery/files/sync-file.ts"), async (original) => {
  const { hangingSync } = await import("./hanging-disk.ts");
  return hangingSync(await original());
});

afterEach(healDisk);

/** Time passes, for deadlines, where the test says so: the disk of a busy machine has all it needs. */
async function openedWith(options: { directory?: string; onFull?: "required" | "best-effort" }) {
  const time = new VirtualTime();
  const directory = options.directory ?? outboxDirectory();
  const bench = await openOutbox(
    { fsync: true, ...options, directory },
    { timers: time, clock: time },
  );
  return { bench, time, directory };
}

/** As much as a disk has for an answer. */
const patience = (time: VirtualTime) => time.pass(5_000);

const KEEPS_AGAIN = "Telemetry: the outbox keeps events again.";

async function untilKept(bench: OutboxBench, time: VirtualTime): Promise<void> {
  await vi.waitFor(async () => {
    await time.pass(1_000);
    // Not the last of all: the service, down for as long as this takes, is told of as well.
    expect(bench.log.map(({ message }) => message)).toContain(KEEPS_AGAIN);
  }, 20_000);
}

/** What a close leaves behind belongs to whoever comes. */
async function untilGivenUp(directory: string): Promise<void> {
  await vi.waitFor(() => {
    const files = readdirSync(layoutOf(directory).owners, { recursive: true, encoding: "utf8" });
    expect(files.filter((path) => path.endsWith(CARD_FILE))).toEqual([]);
  }, 20_000);
}

/** The folder of the one owner, once that has written a file there that it leaves beside its store. */
async function untilThere(directory: string, file: string): Promise<string> {
  const { owners } = layoutOf(directory);
  const [name = ""] = readdirSync(owners);
  await vi.waitFor(() => expect(readdirSync(join(owners, name))).toContain(file), 20_000);
  return join(owners, name);
}

/** A file of events that a dead owner had in its spill files. */
async function leaveSpill(directory: string): Promise<readonly EventRecord[]> {
  const { owners } = layoutOf(directory);
  const folder = join(owners, randomUUID());
  mkdirSync(join(folder, "taken"), { recursive: true, mode: 0o700 });
  const records = [freshRecord(), freshRecord()];
  const keyring = new Keyring([]);
  const bytes = records.map((record) =>
    encodeRecord({ kind: "event", id: record.event.event_id, record }, keyring),
  );
  await writeSpillFile(folder, bytes, false);
  return records;
}

describe("a disk that does not answer", () => {
  it("holds no call for ever where best effort is enough, with one warning, and has its events when it does", async () => {
    const { bench, time } = await openedWith({});
    bench.service.onIngest = () => DOWN;
    await bench.submit();
    const disk = hangDisk();
    const held = bench.note();
    await patience(time);
    await bench.submit(await held);
    for (let i = 0; i < 2; i += 1) await bench.submit(await bench.note());
    const counters = bench.delivery.counters();
    expect(counters).toMatchObject({ created: 4, pending: 4 });
    assertBalanced(counters);
    expect(bench.log.filter(({ message }) => message.includes("outbox"))).toEqual([
      {
        level: "warn",
        message: expect.stringMatching(/cannot keep events; .* held in memory/),
        details: { cause: "the disk does not answer" },
      },
    ]);
    disk.answer();
    await untilKept(bench, time);
    await bench.close();
    expect(bench.delivery.counters()).toMatchObject({ persisted: 4, pending: 0, dropped: {} });
  });

  it("has calls refused where it is required, and nothing of them is reported later", async () => {
    const { bench, time, directory } = await openedWith({ onFull: "required" });
    await bench.submit();
    const disk = hangDisk();
    const call = freshRecord();
    const eventId = call.event.event_id;
    const refused = { code: "delivery_unavailable", retryable: true };
    const noted = expect(bench.note(call)).rejects.toMatchObject(refused);
    await expect.poll(() => time.holdingTimers).toBeGreaterThan(0);
    await patience(time);
    await noted;
    bench.delivery.forget?.(eventId);
    await expect(bench.delivery.admit(undefined)).rejects.toMatchObject(refused);
    disk.answer();
    await vi.waitFor(async () => {
      await time.pass(1_000);
      await bench.delivery.admit(undefined);
    }, 20_000);
    await bench.close();
    const next = await sendAgain({ directory });
    expect(next.service.stored.has(eventId)).toBe(false);
    await next.close();
  });

  it.each([
    ["required", "delivery_unavailable"],
    ["best-effort", "admitted"],
  ] as const)("keeps nobody waiting who opens an outbox on it (%s)", async (onFull, outcome) => {
    const disk = hangDisk();
    const { bench, time } = await openedWith({ onFull });
    const admitted = Promise.resolve(bench.delivery.admit(undefined)).then(
      () => "admitted",
      ({ code }) => code,
    );
    await expect.poll(() => time.holdingTimers).toBeGreaterThan(0);
    await patience(time);
    expect(await admitted).toBe(outcome);
    disk.answer();
    await untilKept(bench, time);
    await bench.close();
  });

  it("is not taken for one that hangs where the process was frozen while it opened, and sees its timers before the answer", async () => {
    const disk = hangDisk(["syncFile"]);
    const { bench, time } = await openedWith({ onFull: "required" });
    const admitted = Promise.resolve(bench.delivery.admit(undefined)).then(
      () => "admitted",
      ({ code }) => code,
    );
    await vi.waitFor(() => expect(time.holdingTimers).toBeGreaterThan(0), 20_000);
    time.freeze(60_000);
    await time.pass(0);
    disk.answer();
    expect(await admitted).toBe("admitted");
    expect(bench.log).toEqual([]);
    await bench.close();
  });

  it("keeps nobody waiting who closes, and what it has not taken is not called persisted", async () => {
    const { bench, time } = await openedWith({});
    bench.service.onIngest = () => DOWN;
    await bench.delivery.admit(undefined);
    const disk = hangDisk();
    const stored = bench.submit();
    await patience(time);
    await stored;
    await bench.close();
    expect(bench.delivery.counters()).toMatchObject({
      ...{ created: 1, persisted: 0, pending: 0 },
      dropped: { closed: 1 },
    });
    disk.answer();
  });

  it("is given no more time by a close than that has, and what it was about to take is not called persisted", async () => {
    const { bench, time } = await openedWith({});
    bench.service.onIngest = () => DOWN;
    await bench.delivery.admit(undefined);
    const disk = hangDisk();
    const stored = bench.submit();
    const since = time.monotonic();
    await time.until(bench.delivery.close({ deadlineMs: 2_000 }));
    // The rest of the 100 ms that it may be late by is for the ends of thousands of events.
    expect(time.monotonic() - since).toBeLessThanOrEqual(2_050);
    await stored;
    expect(bench.delivery.counters()).toMatchObject({
      ...{ created: 1, persisted: 0, pending: 0 },
      dropped: { closed: 1 },
    });
    disk.answer();
  });

  it("has nothing reported of a call that a close refused before its provider, though it cannot take it back", async () => {
    const { bench, time, directory } = await openedWith({ onFull: "required" });
    bench.service.onIngest = () => DOWN;
    const kept = await bench.submit();
    const disk = hangDisk(["syncData"]);
    const call = freshRecord();
    const eventId = call.event.event_id;
    const refused = bench.note(call).catch(({ code }) => {
      bench.delivery.forget?.(eventId);
      return code;
    });
    await expect.poll(() => time.holdingTimers).toBeGreaterThan(0);
    await time.until(bench.delivery.close({ deadlineMs: 2_000 }));
    expect(await refused).toBe("client_closed");
    const owner = await untilThere(directory, REMOVED_FILE);
    // It ends without ever having heard of its disk again.
    unlinkSync(join(owner, CARD_FILE));
    const next = await sendAgain({ directory });
    expect([...next.service.stored.keys()]).toEqual([kept.event.event_id]);
    await next.close();
    disk.answer();
  });

  it("may have taken what it could not confirm: a close leaves that to the next process, and does not count on it", async () => {
    const { bench, time, directory } = await openedWith({});
    bench.service.onIngest = () => DOWN;
    await bench.delivery.admit(undefined);
    const disk = hangDisk(["syncData"]);
    disk.answer(new Error("EIO"));
    const { event } = await bench.submit();
    await time.until(bench.delivery.close({ deadlineMs: 2_000 }));
    expect(bench.delivery.counters()).toMatchObject({
      ...{ created: 1, persisted: 0, pending: 0 },
      dropped: { closed: 1 },
    });
    await untilGivenUp(directory);
    const next = await sendAgain({ directory });
    expect(next.service.ingests.map((sent) => sent.event)).toMatchObject([
      { event_id: event.event_id, output: event.output },
    ]);
    await next.close();
  });

  it("leaves what it knows of a call to the next process, though a close finds that it has not taken its event", async () => {
    const { bench, time, directory } = await openedWith({ onFull: "required" });
    bench.service.onIngest = () => DOWN;
    const call = await bench.note();
    const disk = hangDisk(["syncData"]);
    const other = freshRecord();
    const refused = bench.note(other).catch(({ code }) => {
      bench.delivery.forget?.(other.event.event_id);
      return code;
    });
    await expect.poll(() => time.holdingTimers).toBeGreaterThan(0);
    const { stored } = bench.delivery.submit(call);
    await patience(time);
    expect(await refused).toBe("delivery_unavailable");
    await stored;
    await time.until(bench.delivery.close({ deadlineMs: 2_000 }));
    expect(bench.delivery.counters().dropped).toEqual({ closed: 1 });
    disk.answer();
    await untilGivenUp(directory);
    const next = await sendAgain({ directory });
    expect([...next.service.stored.keys()]).toEqual([call.event.event_id]);
    await next.close();
  });

  it("is not waited for by what a close leaves to the next process: what it was to take next, events of noted calls among it", async () => {
    const { bench, time, directory } = await openedWith({});
    bench.service.onIngest = () => DOWN;
    const call = await bench.note();
    const disk = hangDisk(["syncData"]);
    const before = bench.submit();
    await vi.waitFor(() => expect(time.holdingTimers).toBeGreaterThan(0), 20_000);
    const behind = bench.delivery.submit(call);
    await time.until(bench.delivery.close({ deadlineMs: 2_000 }));
    const counters = bench.delivery.counters();
    expect(counters).toMatchObject({ persisted: 0, pending: 0, dropped: { closed: 2 } });
    assertBalanced(counters);
    await behind.stored;
    const owner = await untilThere(directory, LEFT_FILE);
    // It ends without ever having heard of its disk again.
    unlinkSync(join(owner, CARD_FILE));
    const next = await sendAgain({ directory });
    const outputs = next.service.ingests.map(({ event }) => [event.event_id, event.output]);
    const expected = [await before, call].map(({ event }) => [event.event_id, event.output]);
    expect(new Map(outputs as [string, string][])).toEqual(new Map(expected as [string, string][]));
    expect(outputs).toHaveLength(2);
    await next.close();
    disk.answer();
  });

  it("is not needed for what memory had alone: a close leaves that to the next process, and does not count on it", async () => {
    const { bench, time, directory } = await openedWith({});
    bench.service.onIngest = () => DOWN;
    await bench.delivery.admit(undefined);
    const disk = hangDisk(["syncData"]);
    const first = bench.submit();
    await patience(time);
    await first;
    const alone = await bench.submit();
    await time.until(bench.delivery.close({ deadlineMs: 2_000 }));
    expect(bench.delivery.counters()).toMatchObject({ persisted: 0, dropped: { closed: 2 } });
    await untilThere(directory, LEFT_FILE);
    disk.answer();
    await untilGivenUp(directory);
    const next = await sendAgain({ directory });
    expect([...next.service.stored.keys()].sort()).toEqual(
      [(await first).event.event_id, alone.event.event_id].sort(),
    );
    await next.close();
  });

  it("loses nothing of a dead owner's where it fails in the end", async () => {
    const directory = outboxDirectory();
    const records = await leaveSpill(directory);
    const disk = hangDisk();
    const { bench, time } = await openedWith({ directory });
    bench.service.onIngest = () => DOWN;
    const admitted = bench.delivery.admit(undefined);
    await expect.poll(() => time.holdingTimers).toBeGreaterThan(0);
    await patience(time);
    await admitted;
    const flushed = bench.delivery.flush({ deadlineMs: 50 });
    await time.until(flushed);
    disk.answer(new Error("EIO"));
    await bench.close();
    healDisk();
    const next = await sendAgain({ directory });
    for (const { event } of records) expect(next.service.stored.has(event.event_id)).toBe(true);
    await next.close();
  });

  it("keeps nothing in a place that is not there to stay, and calls nothing of it persisted", async () => {
    const disk = hangDisk(["syncFile"]);
    const { bench, time } = await openedWith({});
    bench.service.onIngest = () => DOWN;
    const admitted = bench.delivery.admit(undefined);
    await expect.poll(() => time.holdingTimers).toBeGreaterThan(0);
    await patience(time);
    await admitted;
    await time.pass(1_000);
    await time.until(bench.submit());
    disk.answer(new Error("EIO"));
    await bench.close();
    expect(bench.delivery.counters()).toMatchObject({
      ...{ created: 1, persisted: 0, pending: 0 },
      dropped: { closed: 1 },
    });
  });
});
