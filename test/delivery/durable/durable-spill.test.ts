import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { assertBalanced } from "../../../src/delivery/counters.ts";
import type { EventRecord } from "../../../src/delivery/delivery.ts";
import { Keyring } from "../../../src/delivery/durable-delivery/files/keyring.ts";
import { layoutOf } from "../../../src/delivery/durable-delivery/files/layout.ts";
import { encodeRecord } from "../../../src/delivery/durable-delivery/files/record-codec.ts";
import { writeSpillFile } from "../../../src/delivery/durable-delivery/outbox/spill-files.ts";
import { readRow } from "../../../src/delivery/durable-delivery/recovery/salvage.ts";
import { survey } from "../../../src/delivery/durable-delivery/recovery/survey.ts";
import type { DurableDeliveryOptions } from "../../../src/delivery/durable-delivery.ts";
import { DOWN, freshRecord } from "../../../src/testing/contract-service.ts";
import type { DeliveryOutcome } from "../../../src/types.ts";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";
import { NO_KEYS, storedOutbox } from "../../support/outboxes/stored-outbox.ts";
import { runScript } from "../../support/processes/run-script.ts";
import { stopwatch } from "../../support/processes/stopwatch.ts";
import { leaveEvents, openOutbox, sendAgain } from "../outbox-bench.ts";
import { VirtualTime } from "../simulated/virtual-time.ts";

/** More than memory holds, by a few spill files. */
const MANY = 5_000;

const idOf = ({ event }: EventRecord): string => event.event_id;

function filesIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile());
}

const spillOf = (directory: string): string[] =>
  filesIn(directory).filter((path) => path.endsWith(".records"));

/** An outbox during a long outage. */
async function afterLongOutage(options: DurableDeliveryOptions, events = MANY) {
  const bench = await openOutbox(options, { down: true });
  await bench.delivery.admit(undefined);
  const records = Array.from({ length: events }, () => freshRecord());
  const outcomes: DeliveryOutcome[] = [];
  for (const record of records) {
    const { stored, outcome } = bench.delivery.submit(record);
    void outcome.then((settled) => outcomes.push(settled));
    await stored;
  }
  await expect.poll(() => spillOf(options.directory).length).toBeGreaterThan(1);
  return { ...bench, records, outcomes };
}

describe("an outbox in a long outage", () => {
  it("has most events only on disk, as persisted, and delivers each once afterwards", async () => {
    const directory = outboxDirectory();
    const { delivery, service, records, outcomes, close } = await afterLongOutage({ directory });
    expect(delivery.counters()).toMatchObject({ created: MANY, pending: MANY, persisted: 0 });
    expect(outcomes.length).toBeGreaterThan(MANY / 3);
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(["persisted"]));
    service.onIngest = () => undefined;
    await delivery.flush({ deadlineMs: 30_000 });
    expect(delivery.counters()).toMatchObject({ created: MANY, delivered: MANY, pending: 0 });
    expect(new Set(service.stored.keys())).toEqual(new Set(records.map(idOf)));
    expect([...service.stored.values()].every((times) => times === 1)).toBe(true);
    await close();
    expect(filesIn(directory)).toEqual([]);
  });

  it("leaves every event to the next process at close", async () => {
    const directory = outboxDirectory();
    const first = await afterLongOutage({ directory });
    // While events move from the store to spill files, a survey may read incomplete pages.
    await vi.waitFor(async () => {
      const { events } = await survey(layoutOf(directory), new Keyring([]));
      expect(events).toBe(MANY);
    }, 20_000);
    await first.close();
    const counters = first.delivery.counters();
    assertBalanced(counters);
    expect(counters).toMatchObject({ created: MANY, persisted: MANY, pending: 0 });
    const next = await openOutbox({ directory });
    await next.delivery.flush({ deadlineMs: 30_000 });
    expect(new Set(next.service.stored.keys())).toEqual(new Set(first.records.map(idOf)));
    expect(next.delivery.counters()).toMatchObject({ created: MANY, delivered: MANY, pending: 0 });
    await next.close();
    expect(filesIn(directory)).toEqual([]);
  });

  it("counts an event once in a survey while it moves from the store to the spill", async () => {
    const directory = outboxDirectory();
    const folder = join(layoutOf(directory).owners, "dead");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { file, live } = await storedOutbox(folder, 4);
    writeFileSync(join(folder, "data.mdb"), file);
    const records = [...live.values(), freshRecord()].map((record) =>
      encodeRecord({ kind: "event", id: idOf(record), record }, NO_KEYS),
    );
    await writeSpillFile(folder, records, false);
    const { events } = await survey(layoutOf(directory), NO_KEYS);
    expect(events).toBe(live.size + 1);
  });

  it("delivers what is on the disk alone though events that always fail have filled the memory", async () => {
    const directory = outboxDirectory();
    const { delivery, service, submit, close } = await openOutbox({ directory }, { down: true });
    const output = "x".repeat(32_000);
    const records: EventRecord[] = [];
    for (let i = 0; i < 300; i += 1) {
      const record = freshRecord();
      records.push(await submit({ ...record, event: { ...record.event, output } }));
    }
    const failing = new Set(records.map(idOf).filter((_, index) => index < 130 && index % 4 > 0));
    service.onIngest = ({ event_id }) => (failing.has(event_id) ? DOWN : undefined);
    const others = records.length - failing.size;
    await expect.poll(() => service.stored.size, { timeout: 30_000 }).toBe(others);
    // The last answers may still be on their way.
    await expect
      .poll(() => delivery.counters())
      .toMatchObject({ delivered: others, pending: failing.size });
    assertBalanced(delivery.counters());
    await close();
  });

  it("is flushed for what was there before, although later events do not get through", async () => {
    const directory = outboxDirectory();
    const { delivery, service, records, close } = await afterLongOutage({ directory });
    const before = new Set(records.map(idOf));
    service.onIngest = ({ event_id }) => (before.has(event_id) ? undefined : DOWN);
    const flushed = delivery.flush({ deadlineMs: 30_000 });
    const waitedMs = stopwatch();
    for (let i = 0; i < 3; i += 1) delivery.submit(freshRecord());
    await flushed;
    expect(waitedMs()).toBeLessThan(25_000);
    expect(new Set(service.stored.keys())).toEqual(before);
    expect(delivery.counters()).toMatchObject({ delivered: MANY, pending: 3 });
    await close();
  });

  it("ends its flushes at close", async () => {
    const { delivery, close } = await afterLongOutage({ directory: outboxDirectory() });
    const flushing = delivery.flush({ deadlineMs: 20_000 });
    await close();
    const waitedMs = stopwatch();
    await flushing;
    await delivery.flush({ deadlineMs: 20_000 });
    expect(waitedMs()).toBeLessThan(2_000);
  });

  it("leaves a spill file that another owner took to that owner", async () => {
    const directory = outboxDirectory();
    const { delivery, service, close } = await afterLongOutage({ directory });
    const [file = ""] = spillOf(directory);
    const taken = readRow(readFileSync(file), new Keyring([])).found.length;
    rmSync(file);
    service.onIngest = () => undefined;
    await delivery.flush({ deadlineMs: 30_000 });
    const counters = delivery.counters();
    assertBalanced(counters);
    expect(counters).toMatchObject({ delivered: MANY - taken, persisted: taken, pending: 0 });
    await close();
  });

  it("sends events that were in no spill file yet if its folder is gone", async () => {
    const directory = outboxDirectory();
    const time = new VirtualTime();
    const bench = await openOutbox({ directory }, { down: true, timers: time, clock: time });
    const events = 2_100;
    for (let i = 0; i < events; i += 1) await bench.submit();
    expect(spillOf(directory)).toEqual([]);
    rmSync(directory, { recursive: true });
    await vi.waitFor(async () => {
      await time.pass(1_000);
      expect(bench.log.map(({ message }) => message).join()).toMatch(/was removed/);
    }, 10_000);
    bench.service.onIngest = () => undefined;
    await vi.waitFor(async () => {
      await time.pass(1_000);
      expect(bench.delivery.counters().pending).toBe(0);
    }, 15_000);
    const counters = bench.delivery.counters();
    assertBalanced(counters);
    expect(counters).toMatchObject({ created: events, delivered: events, dropped: {} });
    expect(bench.service.stored.size).toBe(events);
    await bench.close();
  });

  it("loses no event when it is killed", async () => {
    const directory = outboxDirectory();
    const script = runScript(`
      import { openOutbox } from "~/test/delivery/outbox-bench.ts";
      const bench = await openOutbox({ directory: ${JSON.stringify(directory)} }, { down: true });
      const { freshRecord } = await import("~/src/testing/contract-service.ts");
      for (let events = 0; events < ${MANY}; events += 1) {
        await bench.submit(freshRecord());
        if (events % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      const { readdirSync } = await import("node:fs");
      const isThere = () => readdirSync(${JSON.stringify(directory)}, { recursive: true })
        .some((name) => name.endsWith(".records"));
      while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 5));
      console.log("kept");
      setInterval(() => {}, 1_000);
    `);
    await script.printed("kept");
    script.kill("SIGKILL");
    await script.ended;
    expect(spillOf(directory).length).toBeGreaterThan(0);
    const found = await survey(layoutOf(directory), new Keyring([]));
    expect(found.events).toBeGreaterThanOrEqual(MANY);
    const next = await openOutbox({ directory });
    await next.delivery.flush({ deadlineMs: 30_000 });
    expect(next.service.stored.size).toBe(MANY);
    assertBalanced(next.delivery.counters());
    await next.close();
    expect(filesIn(directory)).toEqual([]);
  });

  it("keeps its files private, and encrypted with a key", async () => {
    const options = { directory: outboxDirectory(), encryptionKey: randomBytes(32) };
    const { close } = await afterLongOutage(options);
    for (const path of spillOf(options.directory)) {
      expect((statSync(path).mode & 0o777).toString(8)).toBe("600");
      expect(readFileSync(path).includes("capital of France")).toBe(false);
    }
    await close();
    const next = await openOutbox(options);
    await next.delivery.flush({ deadlineMs: 30_000 });
    expect(next.service.stored.size).toBe(MANY);
    await next.close();
  });

  it("leaves events to a next process without their key in quarantine, to be sent once it is found", async () => {
    const directory = outboxDirectory();
    const { owners, quarantine, retry, damaged } = layoutOf(directory);
    const encryptionKey = randomBytes(32);
    const [left = freshRecord()] = await leaveEvents({ directory, encryptionKey }, 1);
    const spilled = [freshRecord(), freshRecord()];
    const keyring = new Keyring([encryptionKey]);
    const rows = spilled.map((record) =>
      encodeRecord({ kind: "event", id: idOf(record), record }, keyring),
    );
    for (const owner of readdirSync(owners)) await writeSpillFile(join(owners, owner), rows, true);
    const without = await sendAgain({ directory });
    expect(without.service.stored.size).toBe(0);
    expect(without.delivery.counters().dropped).toEqual({});
    await without.close();
    expect(readdirSync(damaged)).toEqual([]);
    for (const name of readdirSync(quarantine)) {
      renameSync(join(quarantine, name), join(retry, name));
    }
    const found = await sendAgain({ directory, encryptionKey });
    expect(new Set(found.service.stored.keys())).toEqual(new Set([left, ...spilled].map(idOf)));
    await found.close();
  });

  it("drops and counts the event with a flipped bit, and sets the file aside", async () => {
    const directory = outboxDirectory();
    const { delivery, service, log, close } = await afterLongOutage({ directory });
    const [file = ""] = spillOf(directory);
    const bytes = readFileSync(file);
    bytes[1_000] = (bytes[1_000] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    service.onIngest = () => undefined;
    await delivery.flush({ deadlineMs: 30_000 });
    const counters = delivery.counters();
    assertBalanced(counters);
    expect(counters).toMatchObject({ delivered: MANY - 1, dropped: { unreadable: 1 } });
    expect(log.map(({ message }) => message)).toContainEqual(
      expect.stringContaining("was damaged"),
    );
    await expect.poll(() => existsSync(file)).toBe(false);
    expect(readdirSync(join(directory, "damaged"))).toHaveLength(1);
    await close();
  });

  it("leaves the readable events of a damaged spill file to the next process", async () => {
    const directory = outboxDirectory();
    const first = await afterLongOutage({ directory });
    await first.close();
    const [file = ""] = spillOf(directory);
    writeFileSync(file, readFileSync(file).subarray(0, -10));
    const next = await openOutbox({ directory });
    await next.delivery.flush({ deadlineMs: 30_000 });
    expect(next.service.stored.size).toBe(MANY - 1);
    await next.close();
    expect(readdirSync(join(directory, "damaged"))).toHaveLength(1);
  });

  it("keeps the finalizes of spilled events for the next process where they fail after the outage", async () => {
    const directory = outboxDirectory();
    const first = await afterLongOutage({ directory });
    first.service.onIngest = () => undefined;
    first.service.onFinalize = () => ({ kind: "failed", error: new Error("503") });
    await first.delivery.flush({ deadlineMs: 30_000 });
    expect(first.delivery.counters()).toMatchObject({ delivered: MANY, pending: 0 });
    await expect.poll(() => spillOf(directory)).toEqual([]);
    await first.delivery.close({ deadlineMs: 5_000 });
    const next = await openOutbox({ directory });
    await next.delivery.flush({ deadlineMs: 30_000 });
    expect(new Set(next.service.finalized)).toEqual(new Set(first.records.map(idOf)));
    expect(next.service.ingests).toEqual([]);
    await next.close();
    expect(filesIn(directory)).toEqual([]);
  });

  it("keeps rejected events of the spill in quarantine before it lets go of them", async () => {
    const directory = outboxDirectory();
    const { delivery, service, records, close } = await afterLongOutage({ directory });
    const refused = records.at(-1);
    service.onIngest = (event) =>
      event.event_id === refused?.event.event_id
        ? { kind: "invalid", error: new Error("400") }
        : undefined;
    await delivery.flush({ deadlineMs: 30_000 });
    await close();
    expect(service.stored.size).toBe(MANY - 1);
    expect(readdirSync(join(directory, "quarantine"))).toHaveLength(1);
  });
});
