import { randomBytes, randomUUID } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { assertBalanced } from "../../../src/delivery/counters.ts";
import { Keyring } from "../../../src/delivery/durable-delivery/files/keyring.ts";
import { LEFT_FILE, layoutOf } from "../../../src/delivery/durable-delivery/files/layout.ts";
import { encodeRecord } from "../../../src/delivery/durable-delivery/files/record-codec.ts";
import { readKeyring } from "../../../src/delivery/durable-delivery/options.ts";
import { survey } from "../../../src/delivery/durable-delivery/recovery/survey.ts";
import { durableDelivery } from "../../../src/delivery/durable-delivery.ts";
import { processTimers, type Timers } from "../../../src/delivery/timers.ts";
import { DataPlaneError } from "../../../src/errors.ts";
import { DOWN, freshRecord } from "../../../src/testing/contract-service.ts";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";
import { runScript } from "../../support/processes/run-script.ts";
import { stopwatch } from "../../support/processes/stopwatch.ts";
import { leaveEvents, openOutbox, sendAgain } from "../outbox-bench.ts";

const KEY = randomBytes(32);

function filesIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile());
}

/** A file with one bit flipped. */
const flipped =
  (at: number) =>
  (file: Buffer): Buffer => {
    file[at] = (file[at] ?? 0) ^ 2;
    return file;
  };

const idOf = ({ event }: { event: { event_id: string } }): string => event.event_id;

describe("durable delivery", () => {
  it("stores events that it cannot deliver, and the next process delivers them", async () => {
    const directory = outboxDirectory();
    const left = await leaveEvents({ directory }, 20);
    const next = await sendAgain({ directory });
    expect(new Set(next.service.stored.keys())).toEqual(new Set(left.map(idOf)));
    expect(next.delivery.counters()).toMatchObject({ created: 20, delivered: 20, pending: 0 });
    await next.close();
    expect(filesIn(directory)).toEqual([]);
  });

  it("sends a pending finalize at close if finalize works by then", async () => {
    const directory = outboxDirectory();
    const bench = await openOutbox({ directory });
    bench.service.onFinalize = () => ({ kind: "failed", error: new Error("503") });
    const record = await bench.submit();
    await bench.delivery.flush({ deadlineMs: 20_000 });
    expect(bench.service.finalized).toEqual([]);
    bench.service.onFinalize = () => undefined;
    await bench.delivery.close({ deadlineMs: 20_000 });
    expect(bench.service.finalized).toEqual([idOf(record)]);
    expect(readdirSync(layoutOf(directory).owners)).toEqual([]);
  });

  it("stores a pending finalize until it is done, by this process or the next", async () => {
    const directory = outboxDirectory();
    const timers: Timers = {
      ...processTimers,
      // Waits that hold the process, as for a disk, have the time that a busy machine needs.
      schedule: (task, delayMs, hold) =>
        processTimers.schedule(task, hold?.holdProcess ? delayMs : delayMs / 20, hold),
    };
    const bench = await openOutbox({ directory }, { timers });
    bench.service.onFinalize = () => ({ kind: "failed", error: new Error("503") });
    const records = await Promise.all(Array.from({ length: 20 }, () => bench.submit()));
    await bench.delivery.flush({ deadlineMs: 60_000 });
    expect(bench.delivery.counters()).toMatchObject({ delivered: 20, pending: 0 });
    let works = 10;
    bench.service.onFinalize = () => {
      works -= 1;
      return works >= 0 ? undefined : { kind: "failed", error: new Error("503") };
    };
    await expect.poll(() => bench.service.finalized).toHaveLength(10);
    await bench.close();
    const left = await survey(layoutOf(directory), new Keyring([]));
    expect(left).toMatchObject({ events: 0, stored: 10 });

    const next = await sendAgain({ directory });
    expect(next.service.ingests).toEqual([]);
    const finalized = [...bench.service.finalized, ...next.service.finalized];
    expect(finalized.sort()).toEqual(records.map(idOf).sort());
    assertBalanced(next.delivery.counters());
    await next.close();
    expect(filesIn(directory)).toEqual([]);
  });

  it("leaves nothing to send again when a script ends, or exits after a flush", async () => {
    const ends = ["", "await bench.delivery.flush({ deadlineMs: 20_000 }); process.exit();"];
    for (const end of ends) {
      const directory = outboxDirectory();
      const script = runScript(`
        import { openOutbox } from "~/test/delivery/outbox-bench.ts";
        const bench = await openOutbox({ directory: ${JSON.stringify(directory)}, fsync: true });
        for (let events = 0; events < 5; events += 1) await bench.submit();
        ${end}
      `);
      expect(await script.ended).toMatchObject({ code: 0, errors: "" });
      const found = await survey(layoutOf(directory), new Keyring([]));
      expect(found, end).toMatchObject({ events: 0, stored: 0, calls: 0 });
    }
  });

  it("waits in a flush for earlier events, including found ones, not for later ones", async () => {
    const directory = outboxDirectory();
    const left = await leaveEvents({ directory }, 5);
    const bench = await openOutbox({ directory });
    const later = freshRecord();
    bench.service.onIngest = ({ event_id }) => (event_id === idOf(later) ? DOWN : undefined);
    const before = freshRecord();
    await bench.delivery.admit(undefined);
    bench.delivery.submit(before);
    const waitedMs = stopwatch();
    const flushed = bench.delivery.flush({ deadlineMs: 10_000 });
    bench.delivery.submit(later);
    await flushed;
    expect(waitedMs()).toBeLessThan(5_000);
    expect(bench.delivery.counters()).toMatchObject({ delivered: 6, pending: 1 });
    const ids = [...left, before].map(idOf);
    expect(new Set(bench.service.stored.keys())).toEqual(new Set(ids));
    await bench.close();
  });

  it("reports what it left behind in its counters and in the log", async () => {
    const bench = await openOutbox({ directory: outboxDirectory() }, { down: true });
    await Promise.all(Array.from({ length: 5 }, () => bench.submit()));
    await bench.close();
    const counters = bench.delivery.counters();
    assertBalanced(counters);
    expect(counters).toMatchObject({ created: 5, persisted: 5, pending: 0 });
    expect(bench.log).toContainEqual({
      level: "info",
      message: expect.stringContaining("the next process sends them"),
      details: { events: 5 },
    });
  });

  it("closes as soon as everything is delivered, even with a long deadline", async () => {
    const { delivery, submit } = await openOutbox({ directory: outboxDirectory() });
    await Promise.all(Array.from({ length: 20 }, () => submit()));
    const waitedMs = stopwatch();
    await delivery.close({ deadlineMs: 60_000 });
    expect(waitedMs()).toBeLessThan(5_000);
    expect(delivery.counters()).toMatchObject({ delivered: 20, pending: 0 });
  });

  it("does not count events as persisted if their directory was removed", async () => {
    const directory = outboxDirectory();
    const bench = await openOutbox({ directory }, { down: true });
    await bench.submit();
    const { outcome, stored } = bench.delivery.submit(freshRecord());
    await stored;
    rmSync(directory, { recursive: true });
    await bench.close();
    expect(await outcome).toMatchObject({ status: "dropped", reason: "closed" });
    expect(bench.delivery.counters()).toMatchObject({ persisted: 0, dropped: { closed: 2 } });
    expect(bench.log.map(({ message }) => message)).toContainEqual(
      "Telemetry: the outbox was removed from the disk; what was in it and in memory is in memory alone.",
    );
  });

  it("sends old events with a current timestamp, and keeps the original time", async () => {
    const directory = outboxDirectory();
    const occurredAt = Date.now() - 3_600_000;
    const { event } = freshRecord();
    const timestamp = new Date(occurredAt).toISOString();
    const first = await openOutbox({ directory }, { down: true });
    await first.submit(freshRecord({ occurredAt, event: { ...event, timestamp } }));
    await first.close();
    const next = await sendAgain({ directory });
    const sent = next.service.ingests[0]?.event;
    expect(Date.now() - Date.parse(sent?.timestamp ?? "")).toBeLessThan(60_000);
    expect(sent?.metadata?.occurred_at).toBe(timestamp);
    await next.close();
  });

  it("counts a replay of an event that it finds as a duplicate, whoever gave the id", async () => {
    const directory = outboxDirectory();
    const first = await openOutbox({ directory }, { down: true });
    await first.submit(freshRecord({ idGivenByCaller: true }));
    await first.close();
    const next = await openOutbox({ directory });
    next.service.onIngest = () => ({ kind: "replay", ingestMs: 1 });
    await next.delivery.flush({ deadlineMs: 20_000 });
    expect(next.delivery.counters()).toMatchObject({ duplicate: 1, rejected: 0 });
    await next.close();
  });

  it("sends events that it finds even if no call is made", async () => {
    const directory = outboxDirectory();
    await leaveEvents({ directory }, 1);
    const next = await openOutbox({ directory });
    await expect.poll(() => next.service.stored.size).toBe(1);
    await next.close();
  });

  it("notes a call before its provider, and leaves no event of a forgotten call", async () => {
    const directory = outboxDirectory();
    const first = await openOutbox({ directory });
    const [made, unmade] = [await first.note(), await first.note()];
    first.delivery.forget?.(idOf(unmade));
    await first.close();
    const next = await sendAgain({ directory });
    expect([...next.service.stored.keys()]).toEqual([idOf(made)]);
    await next.close();
  });

  it("shares its directory with others, and sends each event once", async () => {
    const directory = outboxDirectory();
    await leaveEvents({ directory }, 50);
    const both = await Promise.all([openOutbox({ directory }), openOutbox({ directory })]);
    await Promise.all(both.map(({ delivery }) => delivery.flush({ deadlineMs: 20_000 })));
    const ids = both.flatMap(({ service }) => [...service.stored.keys()]);
    expect(ids).toHaveLength(50);
    expect(new Set(ids).size).toBe(50);
    await Promise.all(both.map((bench) => bench.close()));
  });

  it("keeps rejected events in quarantine, and sends those moved to retry", async () => {
    const directory = outboxDirectory();
    const bench = await openOutbox({ directory });
    const error = new DataPlaneError("400", {
      status: 400,
      details: { fieldErrors: { user_id: ["too long"] } },
    });
    bench.service.onIngest = () => ({ kind: "invalid", error });
    const rejected = await bench.submit();
    await bench.delivery.flush({ deadlineMs: 20_000 });
    await bench.close();
    // The next process need not send it to be told the same.
    expect(readdirSync(join(directory, "owners"))).toEqual([]);
    const [name = ""] = readdirSync(join(directory, "quarantine"));
    const [note = ""] = readFileSync(join(directory, "quarantine", name), "utf8").split("\n");
    expect(JSON.parse(note)).toMatchObject({
      eventId: idOf(rejected),
      reason: "invalid",
      status: 400,
      fields: ["user_id"],
    });
    renameSync(join(directory, "quarantine", name), join(directory, "retry", name));
    const next = await sendAgain({ directory });
    expect([...next.service.stored.keys()]).toEqual([idOf(rejected)]);
    await next.close();
    expect(filesIn(directory)).toEqual([]);
  });

  it("stores a rejected event without its usage if that is not valid JSON", async () => {
    const directory = outboxDirectory();
    const bench = await openOutbox({ directory });
    bench.service.onIngest = () => ({ kind: "invalid", error: new Error("400") });
    const record = freshRecord();
    const usage = { prompt_tokens: 3, billed: 4n };
    await bench.submit({ ...record, event: { ...record.event, usage } });
    await bench.delivery.flush({ deadlineMs: 5_000 });
    expect(bench.delivery.counters()).toMatchObject({ rejected: 1, pending: 0 });
    await bench.close();
    const [name = ""] = readdirSync(join(directory, "quarantine"));
    renameSync(join(directory, "quarantine", name), join(directory, "retry", name));
    const next = await sendAgain({ directory });
    expect([...next.service.stored.keys()]).toEqual([idOf(record)]);
    await next.close();
  });
});

describe("the directory of an outbox", () => {
  const refusal = (directory: string): unknown => {
    try {
      return durableDelivery({ directory });
    } catch (error) {
      return error;
    }
  };
  const refused = (pattern: RegExp) =>
    expect.objectContaining({
      code: "configuration",
      message: expect.stringMatching(new RegExp(`^durableDelivery: directory .*${pattern.source}`)),
    });

  it("is created for its owner alone, including all files in it", async () => {
    const directory = outboxDirectory();
    const bench = await openOutbox({ directory }, { down: true });
    await bench.submit();
    const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
    expect(modeOf(directory)).toBe("700");
    expect(modeOf(join(directory, "owners"))).toBe("700");
    const files = filesIn(directory);
    expect(files.length).toBeGreaterThanOrEqual(3);
    expect(new Set(files.map(modeOf))).toEqual(new Set(["600"]));
    await bench.close();
  });

  it("is refused if others can read it", () => {
    const directory = outboxDirectory();
    mkdirSync(directory);
    chmodSync(directory, 0o750);
    expect(refusal(directory)).toEqual(refused(/can be read by others/));
    chmodSync(directory, 0o700);
    expect(refusal(directory)).toMatchObject({ name: "durable" });
  });

  it("is refused if it is a symbolic link or a file, or has foreign files in it", () => {
    const directory = outboxDirectory();
    mkdirSync(directory, { mode: 0o700 });
    const link = `${directory}-link`;
    symlinkSync(directory, link);
    expect(refusal(link)).toEqual(refused(/symbolic link/));
    writeFileSync(join(directory, "notes.txt"), "mine");
    expect(refusal(directory)).toEqual(refused(/contains files of something else/));
    expect(refusal(join(directory, "notes.txt"))).toEqual(refused(/is not a directory/));
  });

  it.each([
    ["options", null],
    ["directory", {}],
    ["directory", { directory: "" }],
    ["directory", { directory: "a\0b" }],
    ["directory", { directory: "~" }],
    ["directory", { directory: "~/outbox" }],
    ["directory", { directory: "~ada/outbox" }],
    ["directory", { directory: "file:///var/lib/outbox" }],
    ["fsync", { directory: "d", fsync: "yes" }],
    ["maxBytes", { directory: "d", maxBytes: 1 }],
    ["onFull", { directory: "d", onFull: "drop" }],
    ["encryptionKey", { directory: "d", encryptionKey: "hunter2" }],
    ["encryptionKey", { directory: "d", encryptionKey: [] }],
    ["encryptionKey.1", { directory: "d", encryptionKey: [KEY, "hunter2"] }],
    ["dir", { directory: "d", dir: "d" }],
  ])("is checked at once, like the other options: %s", (name, options) => {
    const error = expect.objectContaining({
      code: "configuration",
      message: expect.stringMatching(new RegExp(`^durableDelivery: ${name} `)),
    });
    expect(() => durableDelivery(options as never)).toThrow(error);
    expect(() => durableDelivery(options as never)).not.toThrow(/hunter2/);
  });

  it("may hold a tilde or a colon anywhere else", () => {
    const directory = join(outboxDirectory(), "~", "file:", "a~b");
    expect(() => durableDelivery({ directory })).not.toThrow();
    expect(() => durableDelivery({ directory: relative(process.cwd(), directory) })).not.toThrow();
    expect(() => durableDelivery({ directory: "./~/outbox" })).not.toThrow();
  });

  it("is used with keys from the environment, which errors name by their variable", () => {
    const given = `${KEY.toString("hex")}, hunter2`;
    const read = () => readKeyring(undefined, { GUARD_OUTBOX_KEY: given });
    expect(read).toThrow(
      "durableDelivery: encryptionKey (or the environment variable GUARD_OUTBOX_KEY) must be 32 bytes, or their hex or base64.",
    );
    expect(readKeyring(undefined, { GUARD_OUTBOX_KEY: ` ${given.slice(0, 64)} ` }).seals).toBe(
      true,
    );
    expect(readKeyring(undefined, { GUARD_OUTBOX_KEY: " " }).seals).toBe(false);
  });
});

describe("storage that fails", () => {
  /** A directory that nobody can create: its parent is a file. */
  const impossible = (): string => {
    const directory = outboxDirectory();
    writeFileSync(directory, "");
    return join(directory, "outbox");
  };

  it("costs only the durability, with one warning, with best-effort", async () => {
    const bench = await openOutbox({ directory: impossible() });
    for (let i = 0; i < 5; i += 1) {
      await bench.note();
      await bench.submit();
    }
    await bench.delivery.flush({ deadlineMs: 20_000 });
    expect(bench.delivery.counters()).toMatchObject({ created: 5, delivered: 5, pending: 0 });
    expect(bench.log.filter(({ level }) => level === "warn")).toEqual([
      {
        level: "warn",
        message: expect.stringContaining("held in memory"),
        details: { cause: "ENOTDIR" },
      },
    ]);
    await bench.close();
  });

  it("is named as the cause if a rejected event cannot be put into quarantine", async () => {
    const bench = await openOutbox({ directory: impossible() });
    bench.service.onIngest = () => ({ kind: "invalid", error: new Error("400") });
    await bench.submit();
    await bench.delivery.flush({ deadlineMs: 20_000 });
    expect(bench.delivery.counters()).toMatchObject({ rejected: 1 });
    const told = bench.log.map(({ message }) => message).join("\n");
    expect(told).toContain("no place on the disk; a rejected event is not kept");
    expect(told).not.toContain("half of maxBytes");
    await bench.close();
  });

  it('makes calls fail before their guard check with "required"', async () => {
    const bench = await openOutbox({ directory: impossible(), onFull: "required" });
    await expect(bench.delivery.admit(undefined)).rejects.toMatchObject({
      code: "delivery_unavailable",
      retryable: true,
    });
    await bench.close();
    await expect(bench.delivery.admit(undefined)).rejects.toMatchObject({ code: "client_closed" });
  });

  it("admits calls again as soon as it works", async () => {
    const directory = impossible();
    const bench = await openOutbox({ directory, onFull: "required" });
    await expect(bench.delivery.admit(undefined)).rejects.toThrow();
    rmSync(dirname(directory));
    await vi.waitFor(async () => bench.delivery.admit(undefined), {
      timeout: 20_000,
      interval: 50,
    });
    await bench.submit();
    await bench.delivery.flush({ deadlineMs: 20_000 });
    expect(bench.delivery.counters()).toMatchObject({ delivered: 1 });
    await bench.close();
  });

  it('refuses calls at a full quota with "required", and goes on in memory otherwise', async () => {
    const large = (): ReturnType<typeof freshRecord> => {
      const record = freshRecord();
      return { ...record, event: { ...record.event, output: "x".repeat(9_000) } };
    };
    const options = { maxBytes: 30 * 1024 };
    const strict = await openOutbox(
      { ...options, directory: outboxDirectory(), onFull: "required" },
      { down: true },
    );
    for (let i = 0; i < 3; i += 1) await strict.submit(large());
    await expect(strict.delivery.admit(undefined)).rejects.toMatchObject({
      code: "delivery_unavailable",
    });
    await strict.close();
    expect(strict.delivery.counters()).toMatchObject({ created: 3, persisted: 3 });

    const easy = await openOutbox({ ...options, directory: outboxDirectory() }, { down: true });
    for (let i = 0; i < 6; i += 1) await easy.submit(large());
    expect(easy.delivery.counters()).toMatchObject({ created: 6, pending: 6 });
    await easy.close();
    expect(easy.delivery.counters()).toMatchObject({ persisted: 3, dropped: { closed: 3 } });
    expect(easy.log.filter(({ level }) => level === "warn").map(({ details }) => details)).toEqual(
      expect.arrayContaining([{ cause: "maxBytes is reached" }]),
    );
  });
});

describe("an encrypted outbox", () => {
  it("shows no content of an event on the disk", async () => {
    const directory = outboxDirectory();
    const bench = await openOutbox({ directory, encryptionKey: KEY }, { down: true });
    await bench.submit();
    await bench.close();
    const bytes = Buffer.concat(filesIn(directory).map((path) => readFileSync(path)));
    expect(bytes.includes("capital of France")).toBe(false);
    const next = await sendAgain({ directory, encryptionKey: KEY.toString("hex") });
    expect(next.service.stored.size).toBe(1);
    await next.close();
  });

  it("decrypts with older keys, and encrypts with the first", async () => {
    const directory = outboxDirectory();
    const newer = randomBytes(32).toString("base64");
    await leaveEvents({ directory, encryptionKey: KEY }, 2);
    const rotated = await openOutbox({ directory, encryptionKey: [newer, KEY] }, { down: true });
    await expect.poll(() => rotated.delivery.counters().pending).toBe(2);
    await rotated.close();
    const next = await sendAgain({ directory, encryptionKey: newer });
    expect(next.service.stored.size).toBe(2);
    await next.close();
  });

  it.each([
    ["is lost", undefined],
    ["is another one", randomBytes(32)],
  ])("puts records whose key %s into quarantine, and continues", async (_, encryptionKey) => {
    const directory = outboxDirectory();
    const left = await leaveEvents({ directory, encryptionKey: KEY }, 3);
    const next = await sendAgain({ directory, encryptionKey });
    expect(next.service.stored.size).toBe(0);
    await next.submit();
    await next.close();
    expect(next.log).toContainEqual({
      level: "warn",
      message: expect.stringMatching(
        /whose key is not at hand.+GUARD_OUTBOX_KEY.+outbox retry --all/,
      ),
      details: { records: 3 },
    });
    for (const name of readdirSync(join(directory, "quarantine"))) {
      renameSync(join(directory, "quarantine", name), join(directory, "retry", name));
    }
    const found = await sendAgain({ directory, encryptionKey: KEY });
    expect(new Set(found.service.stored.keys())).toEqual(new Set(left.map(idOf)));
    await found.close();
  });
});

describe("a damaged outbox", () => {
  it("is set aside, its readable events are sent, and a new one is begun", async () => {
    const directory = outboxDirectory();
    const left = await leaveEvents({ directory }, 30);
    const store = filesIn(directory).find((path) => path.endsWith("data.mdb")) ?? "";
    const bytes = readFileSync(store);
    // One record, in all of its copies.
    const id = Buffer.from(idOf(left[7] ?? freshRecord()));
    for (let at = bytes.indexOf(id); at !== -1; at = bytes.indexOf(id, at + 1)) bytes[at] = 0;
    writeFileSync(store, bytes);
    const next = await sendAgain({ directory });
    expect(next.service.stored.size).toBe(29);
    expect(next.log).toContainEqual({
      level: "warn",
      message: expect.stringContaining("was damaged"),
      details: { recovered: 29, unreadable: 1, damaged: 1 },
    });
    const created = await next.submit();
    await next.delivery.flush({ deadlineMs: 20_000 });
    expect(next.service.stored.has(idOf(created))).toBe(true);
    await next.close();
    expect(readdirSync(join(directory, "damaged"))).toHaveLength(1);
  });

  it.each([
    ["was cut off in its last record", (file: Buffer) => file.subarray(0, -10), 1],
    ["has a flipped bit in its first record", flipped(20), 1],
    ["has a record of a newer version", flipped(4), 1],
    ["is nothing but zeros, after a loss of power", (file: Buffer) => file.fill(0), 0],
  ])(
    "is also set aside if the file that close left next to its store %s",
    async (_, damage, readable) => {
      const directory = outboxDirectory();
      const dead = join(directory, "owners", randomUUID());
      mkdirSync(dead, { recursive: true, mode: 0o700 });
      const rows = [freshRecord(), freshRecord()].map((record) =>
        encodeRecord({ kind: "event", id: idOf(record), record }, new Keyring([])),
      );
      const bytes = damage(Buffer.concat(rows));
      writeFileSync(join(dead, LEFT_FILE), bytes);
      const next = await sendAgain({ directory });
      expect(next.service.stored.size).toBe(readable);
      expect(next.log).toContainEqual({
        level: "warn",
        message: expect.stringContaining("was damaged"),
        details: { recovered: readable, unreadable: 0, damaged: 1 },
      });
      await next.close();
      const [aside = ""] = readdirSync(join(directory, "damaged"));
      expect(readFileSync(join(directory, "damaged", aside))).toEqual(bytes);
    },
  );

  it("never prevents a process from starting, wherever it was cut off", async () => {
    const directory = outboxDirectory();
    const source = outboxDirectory();
    await leaveEvents({ directory: source }, 10);
    const store = filesIn(source).find((path) => path.endsWith("data.mdb")) ?? "";
    const { size } = statSync(store);
    for (let length = 0; length <= size; length += 4096) {
      const dead = join(directory, "owners", randomUUID());
      mkdirSync(dead, { recursive: true, mode: 0o700 });
      copyFileSync(store, join(dead, "data.mdb"));
      truncateSync(join(dead, "data.mdb"), length);
    }
    const next = await sendAgain({ directory });
    expect(next.service.stored.size).toBe(10);
    await next.close();
    expect(existsSync(join(directory, "damaged"))).toBe(true);
    // Dozens of stores, with several syncs for each.
  }, 300_000);
});
