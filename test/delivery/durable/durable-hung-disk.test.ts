import { randomUUID } from "node:crypto";
import { getEventListeners } from "node:events";
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
  TAKEN_FOLDER,
} from "../../../src/delivery/durable-delivery/files/layout.ts";
import { encodeRecord } from "../../../src/delivery/durable-delivery/files/record-codec.ts";
import { writeSpillFile } from "../../../src/delivery/durable-delivery/outbox/spill-files.ts";
import { DOWN, freshRecord } from "../../../src/testing/contract-service.ts";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";
import { leaveEvents, type OutboxBench, openOutbox, sendAgain } from "../outbox-bench.ts";
import { VirtualTime } from "../simulated/virtual-time.ts";
import { hangDisk, healDisk } from "./hanging-disk.ts";

vi.mock(import("../../../src/delivery/durable-delivery/files/sync-file.ts"), async (original) => {
  const { hangingSync } = await import("./hanging-disk.ts");
  return hangingSync(await original());
});

afterEach(healDisk);

/** Deadlines run on virtual time: the disk of a busy machine has all the time it needs. */
async function openedWith(options: { directory?: string; onFull?: "required" | "best-effort" }) {
  const time = new VirtualTime();
  const directory = options.directory ?? outboxDirectory();
  const bench = await openOutbox(
    { fsync: true, ...options, directory },
    { timers: time, clock: time },
  );
  return { bench, time, directory };
}

/** The time limit for an answer of the disk. */
const patience = (time: VirtualTime) => time.pass(5_000);

const KEEPS_AGAIN = "Telemetry: the outbox keeps events again.";

async function untilKept(bench: OutboxBench, time: VirtualTime): Promise<void> {
  await vi.waitFor(async () => {
    await time.pass(1_000);
    // Not necessarily the last message: an unavailable service is logged as well.
    expect(bench.log.map(({ message }) => message)).toContain(KEEPS_AGAIN);
  }, 20_000);
}

/** The folder that a close leaves behind is free for the next process after this. */
async function untilGivenUp(directory: string): Promise<void> {
  await vi.waitFor(() => {
    const files = readdirSync(layoutOf(directory).owners, { recursive: true, encoding: "utf8" });
    expect(files.filter((path) => path.endsWith(CARD_FILE))).toEqual([]);
  }, 20_000);
}

/** The folder of the only owner, once it has written a file next to its store. */
async function untilThere(directory: string, file: string): Promise<string> {
  const { owners } = layoutOf(directory);
  const [name = ""] = readdirSync(owners);
  await vi.waitFor(() => expect(readdirSync(join(owners, name))).toContain(file), 20_000);
  return join(owners, name);
}

/** Spill files with events of a dead owner. */
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

describe("a hung disk", () => {
  it("blocks no call forever with best-effort, warns once, and gets events later", async () => {
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

  it("leaves the calls that were made meanwhile, and go on, to the next process once it responds again", async () => {
    const { bench, time, directory } = await openedWith({});
    await bench.submit();
    const disk = hangDisk();
    const waiting = bench.note();
    await patience(time);
    const calls = [await waiting, await bench.note(), await bench.note()];
    bench.delivery.forget?.(calls[1]?.event.event_id ?? "");
    await bench.delivery.submit(calls[2] as EventRecord).stored;
    disk.answer();
    await untilKept(bench, time);
    // The process ends, and its one call has not.
    await bench.close();
    await untilGivenUp(directory);
    const next = await sendAgain({ directory });
    expect([...next.service.stored.keys()]).toEqual([calls[0]?.event.event_id]);
    await next.close();
  });

  it('makes calls fail with "required", without events for them later', async () => {
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

  it("does not keep a call from being aborted while the outbox opens", async () => {
    const disk = hangDisk();
    const { bench } = await openedWith({});
    const controller = new AbortController();
    const aborted = new Error("the user went away");
    const admission = bench.delivery.admit(controller.signal);
    controller.abort(aborted);
    await expect(admission).rejects.toBe(aborted);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    disk.answer();
    await bench.delivery.admit(undefined);
    await bench.close();
  });

  it.each([
    ["required", "delivery_unavailable"],
    ["best-effort", "admitted"],
  ] as const)("does not block the opening of an outbox (%s)", async (onFull, outcome) => {
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

  it("is not suspected if the process was frozen while the outbox opened", async () => {
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

  it("does not block close, and unwritten events do not count as persisted", async () => {
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

  it("gets no more time than the close deadline, and its events are not persisted", async () => {
    const { bench, time } = await openedWith({});
    bench.service.onIngest = () => DOWN;
    await bench.delivery.admit(undefined);
    const disk = hangDisk();
    const stored = bench.submit();
    const since = time.monotonic();
    await time.until(bench.delivery.close({ deadlineMs: 2_000 }));
    // The rest of the 100 ms tolerance is for the ends of thousands of events.
    expect(time.monotonic() - since).toBeLessThanOrEqual(2_050);
    await stored;
    expect(bench.delivery.counters()).toMatchObject({
      ...{ created: 1, persisted: 0, pending: 0 },
      dropped: { closed: 1 },
    });
    disk.answer();
  });

  it("leaves no event of a call that close refused, though its note stays on disk", async () => {
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
    // The process ends without an answer of its disk.
    unlinkSync(join(owner, CARD_FILE));
    const next = await sendAgain({ directory });
    expect([...next.service.stored.keys()]).toEqual([kept.event.event_id]);
    await next.close();
    disk.answer();
  });

  it("may have stored an unconfirmed event: close leaves it but counts it as dropped", async () => {
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

  it("keeps the note of a call for the next process if its event was not written", async () => {
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

  it("does not delay what close leaves to the next process, including noted calls", async () => {
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
    // The process ends without an answer of its disk.
    unlinkSync(join(owner, CARD_FILE));
    const next = await sendAgain({ directory });
    const outputs = next.service.ingests.map(({ event }) => [event.event_id, event.output]);
    const expected = [await before, call].map(({ event }) => [event.event_id, event.output]);
    expect(new Map(outputs as [string, string][])).toEqual(new Map(expected as [string, string][]));
    expect(outputs).toHaveLength(2);
    await next.close();
    disk.answer();
  });

  it("is not needed for events in memory: close leaves them, counted as dropped", async () => {
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

  it("loses no event of a dead owner if it fails in the end", async () => {
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

  it("keeps a dead owner's copy of an event until its own is confirmed", async () => {
    const directory = outboxDirectory();
    const left = await leaveEvents({ directory }, 1);
    const disk = hangDisk(["syncData"]);
    const { bench, time } = await openedWith({ directory });
    bench.service.onIngest = () => DOWN;
    for (const record of left) bench.delivery.submit(record);
    await bench.delivery.admit(undefined);
    await expect.poll(() => bench.service.ingests.length).toBe(1);
    const flushed = bench.delivery.flush({ deadlineMs: 1_000 });
    // A flush sends again after it has looked through what was left.
    await expect.poll(() => bench.service.ingests.length).toBe(2);
    const { owners } = layoutOf(directory);
    const taken = readdirSync(owners).map((owner) =>
      readdirSync(join(owners, owner, TAKEN_FOLDER)),
    );
    expect(taken.map(({ length }) => length)).toEqual([1]);
    disk.answer();
    await time.until(flushed);
    await bench.close();
  });

  it("stores nothing in an unconfirmed folder, and counts nothing in it as persisted", async () => {
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
