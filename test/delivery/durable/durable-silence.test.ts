import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { Worker } from "node:worker_threads";
import { describe, expect, it, vi } from "vitest";
import { layoutOf, STORE_FILE } from "../../../src/delivery/durable-delivery/files/layout.ts";
import { lives, newCard } from "../../../src/delivery/durable-delivery/files/owner-card.ts";
import { encodeRecord } from "../../../src/delivery/durable-delivery/files/record-codec.ts";
import { writeSpillFile } from "../../../src/delivery/durable-delivery/outbox/spill-files.ts";
import {
  beat,
  beginOwnership,
  silenceOf,
} from "../../../src/delivery/durable-delivery/recovery/ownership.ts";
import { freshRecord } from "../../../src/testing/contract-service.ts";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";
import { NO_KEYS } from "../../support/outboxes/stored-outbox.ts";
import { openOutbox } from "../outbox-bench.ts";
import { VirtualTime } from "../simulated/virtual-time.ts";

const flush = { deadlineMs: 5_000 };

/** Moves an owner to another container, whose processes cannot be checked from here. */
function moveElsewhere(folder: string): void {
  const path = join(folder, "owner.json");
  const card: unknown = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...(card as object), host: "elsewhere" }));
}

/** As the file is after its owner has shown that it lives, and the clock was set ahead since. */
function showHoursAgo(folder: string, hours = 3): void {
  const at = new Date(Date.now() - hours * 3_600_000);
  utimesSync(join(folder, "owner.json"), at, at);
}

/** Leaves an event in the folder of an owner, and returns its id. */
async function leaveEvent(folder: string): Promise<string> {
  const record = freshRecord();
  const id = record.event.event_id;
  await writeSpillFile(folder, [encodeRecord({ kind: "event", id, record }, NO_KEYS)], false);
  return id;
}

/** The ids of the events that another owner sends. */
async function eventsTakenOver(directory: string): Promise<string[]> {
  const other = await openOutbox({ directory });
  await other.delivery.flush(flush);
  const ids = [...other.service.stored.keys()];
  await other.close();
  return ids;
}

const uptimeMs = (): number => Number(process.hrtime.bigint() / 1_000_000n);

describe("an owner in another container", () => {
  it.each([
    ["ahead, or the machine has slept", 3],
    ["back", -3],
  ])("is not taken for dead because the clock was set %s", async (_, hours) => {
    const directory = outboxDirectory();
    const living = await openOutbox({ directory }, { down: true });
    await living.note();
    await living.submit();
    const owners = join(directory, "owners");
    const [name = ""] = readdirSync(owners);
    moveElsewhere(join(owners, name));
    showHoursAgo(join(owners, name), hours);
    const other = await openOutbox({ directory });
    await other.delivery.flush(flush);
    expect(other.delivery.counters()).toMatchObject({ created: 0 });
    await other.close();
    await living.close();
  });

  it.each([
    ["has been silent by both clocks", 3, () => String(uptimeMs() - 200_000)],
    ["was at work before the clock was set back by hours", -3, () => String(uptimeMs() - 200_000)],
    ["was at work before the machine was started again", 3, () => String(uptimeMs() + 3_600_000)],
    ["is of a release that tells one clock alone", 3, () => undefined],
    ["died as it told the time", 3, () => ""],
  ])("is dead when it is silent for long, and %s", async (_, hours, beat) => {
    const directory = outboxDirectory();
    const folder = join(directory, "owners", randomUUID());
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, "owner.json"), JSON.stringify(newCard()));
    moveElsewhere(folder);
    showHoursAgo(folder, hours);
    const told = beat();
    if (told !== undefined) writeFileSync(join(folder, "beat"), told);
    const id = await leaveEvent(folder);
    expect(await eventsTakenOver(directory)).toEqual([id]);
  });
});

describe("a sign of life", () => {
  async function begun() {
    const ownership = await beginOwnership(layoutOf(outboxDirectory()));
    const { folder } = ownership;
    writeFileSync(join(folder, STORE_FILE), "");
    return { ownership, folder };
  }

  it("is given by the wall clock, too, for machines that were started later", async () => {
    const { ownership, folder } = await begun();
    showHoursAgo(folder);
    expect(await beat(ownership)).toBe(true);
    // As a machine reads it whose own uptime is shorter.
    writeFileSync(join(folder, "beat"), String(uptimeMs() + 3_600_000));
    expect(await silenceOf(folder)).toBeLessThan(60_000);
  });

  it("that the disk refuses gives up no folder as another's", async () => {
    const { ownership, folder } = await begun();
    const card = join(folder, "owner.json");
    rmSync(card);
    // A link to itself can be neither read nor touched.
    symlinkSync(card, card);
    expect(await beat(ownership)).toBe(true);
    rmSync(card);
    expect(await beat(ownership)).toBe(false);
  });
});

it("shows that it lives as long as it closes", async () => {
  const directory = outboxDirectory();
  const time = new VirtualTime();
  const closing = await openOutbox({ directory }, { down: true, timers: time, clock: time });
  await closing.submit();
  const closed = closing.delivery.close({ deadlineMs: 300_000 });
  const [name = ""] = readdirSync(join(directory, "owners"));
  const beat = join(directory, "owners", name, "beat");
  for (const _ of [1, 2]) {
    rmSync(beat);
    await vi.waitFor(async () => {
      await time.pass(5_000);
      expect(existsSync(beat)).toBe(true);
    }, 5_000);
  }
  await time.until(closed);
  expect(closing.delivery.counters()).toMatchObject({ persisted: 1 });
});

describe.runIf(process.platform === "linux")("a thread of a live process", () => {
  /** The folder of a thread that has been silent for hours, with one event in it. */
  async function threadIn(directory: string, card: object): Promise<string> {
    const folder = join(directory, "owners", randomUUID());
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, "owner.json"), JSON.stringify({ ...newCard(), ...card }));
    await leaveEvent(folder);
    return folder;
  }

  it("is considered alive while it exists, however long it is too busy for a sign", async () => {
    const directory = outboxDirectory();
    showHoursAgo(await threadIn(directory, { threadId: 1 }));
    expect(await eventsTakenOver(directory)).toEqual([]);
  });

  it("is considered dead once it has ended, without waiting for its silence", async () => {
    const directory = outboxDirectory();
    const thread = new Worker(
      `require("node:worker_threads").parentPort.postMessage(
        require("node:fs").readFileSync("/proc/thread-self/stat", "utf8"));`,
      { eval: true },
    );
    const [[stat]] = await Promise.all([once(thread, "message"), once(thread, "exit")]);
    const tid = String(stat).split(" ")[0];
    const startedAt = String(stat)
      .slice(String(stat).lastIndexOf(")") + 2)
      .split(" ")[19];
    await threadIn(directory, { threadId: 1, kernelThread: { tid, startedAt } });
    expect(await eventsTakenOver(directory)).toHaveLength(1);
  });

  it("is considered dead if another thread has its number", async () => {
    const directory = outboxDirectory();
    const { kernelThread } = newCard();
    await threadIn(directory, { threadId: 1, kernelThread: { ...kernelThread, startedAt: "1" } });
    expect(await eventsTakenOver(directory)).toHaveLength(1);
  });
});

describe("an owner", () => {
  const HOURS_MS = 3 * 3_600_000;
  /** More than any system has. */
  const NO_PID = 2 ** 30;

  it.each([
    ["in another container with the same name", { pidTable: "pid:[1]", pid: NO_PID }],
    ["on another machine", { host: "elsewhere", bootId: "another", pid: NO_PID }],
    ["whose start is unknown", { startedAt: undefined }],
    ["whose process another user runs", { startedAt: undefined, pid: 1 }],
  ])("%s is considered alive as long as it shows signs of life", (_, card) => {
    const me = newCard();
    const silences = [0, 119_999, 120_000, HOURS_MS];
    const alive = silences.map((silentMs) => lives({ ...me, ...card }, me, silentMs));
    expect(alive).toEqual([true, true, false, false]);
  });

  it.each([
    ["of an earlier boot", { bootId: "earlier" }],
    ["whose process has ended", { pid: NO_PID, startedAt: undefined }],
    ["whose process number another process has", { startedAt: "1" }],
  ])("%s is considered dead at once", (_, card) => {
    const me = newCard();
    expect(lives({ ...me, ...card }, me, 0)).toBe(false);
  });

  it("that cannot be checked does not keep the events of dead ones from being sent", async () => {
    const directory = outboxDirectory();
    const owners = join(directory, "owners");
    const unreadable = Array.from({ length: 5 }, () => randomUUID()).sort();
    for (const name of unreadable) {
      mkdirSync(join(owners, name, "owner.json"), { recursive: true, mode: 0o700 });
    }
    const folder = join(owners, randomUUID());
    mkdirSync(folder, { mode: 0o700 });
    const id = await leaveEvent(folder);
    expect(await eventsTakenOver(directory)).toEqual([id]);
    expect(readdirSync(owners).sort()).toEqual(unreadable);
  });

  it("whose folder is being made has a minute to finish it", async () => {
    const directory = outboxDirectory();
    const owners = join(directory, "owners");
    const [now, before] = [`.new-${randomUUID()}`, `.new-${randomUUID()}`];
    for (const name of [now, before]) {
      mkdirSync(join(owners, name), { recursive: true, mode: 0o700 });
    }
    const earlier = new Date(Date.now() - 61_000);
    utimesSync(join(owners, before), earlier, earlier);
    const other = await openOutbox({ directory });
    await other.delivery.flush(flush);
    await other.close();
    expect(readdirSync(owners)).toEqual([now]);
  });

  it.runIf(process.platform === "linux")(
    "is considered dead once its process has ended, though its parent does not ask for its status",
    async () => {
      const script = "cat <&3 & echo $!; exec sleep 60 3<&-";
      const parent = spawn("sh", ["-c", script], { stdio: ["ignore", "pipe", "inherit", "pipe"] });
      const [output] = await once(parent.stdout as Readable, "data");
      const pid = Number(output);
      // Not before: a shell asks for the status of what has ended.
      await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, "utf8")).toBe("sleep\n");
      const fields = () => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ");
      const me = newCard();
      const card = { ...me, pid, startedAt: fields()?.[19] };
      expect(lives(card, me, 0)).toBe(true);
      (parent.stdio[3] as Writable).end();
      await expect.poll(() => fields()?.[0]).toBe("Z");
      expect(lives(card, me, 0)).toBe(false);
      parent.kill();
    },
  );

  it.runIf(process.platform === "linux")(
    "is considered alive while its process runs, however long its main thread is too busy",
    () => {
      const me = newCard();
      const card = { ...me, threadId: 0, kernelThread: undefined };
      expect(lives(card, me, HOURS_MS)).toBe(true);
    },
  );
});
