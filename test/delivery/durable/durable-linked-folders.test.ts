import { randomUUID } from "node:crypto";
import {
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { type Layout, layoutOf } from "../../../src/delivery/durable-delivery/files/layout.ts";
import { removeUnfinished } from "../../../src/delivery/durable-delivery/outbox/quarantine-files.ts";
import { sharesOfOthers } from "../../../src/delivery/durable-delivery/outbox/shares.ts";
import {
  discardDamaged,
  setAside,
} from "../../../src/delivery/durable-delivery/recovery/damaged-files.ts";
import { claimOrphans } from "../../../src/delivery/durable-delivery/recovery/orphans.ts";
import {
  beginOwnership,
  listTaken,
} from "../../../src/delivery/durable-delivery/recovery/ownership.ts";
import { Watch } from "../../../src/delivery/durable-delivery/recovery/watch.ts";
import { durableDelivery } from "../../../src/delivery/durable-delivery.ts";
import { systemClock } from "../../../src/transport/system-clock.ts";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";
import { openOutbox } from "../outbox-bench.ts";
import { VirtualTime } from "../simulated/virtual-time.ts";

const FOLDERS = ["owners", "quarantine", "retry", "damaged"] as const;

/** Files that the outbox itself would move or remove, were they in its own folder. */
const FILES = ["1000-abc-data.mdb", "one.record", "old.record.new", "some-owner/notes.txt"];

/** A folder of something else, and a way to see that nothing in it was touched. */
function somethingElse() {
  const folder = outboxDirectory();
  mkdirSync(join(folder, "some-owner"), { recursive: true });
  for (const name of FILES) writeFileSync(join(folder, name), "mine");
  const entries = (): string[] => readdirSync(folder, { recursive: true }).map(String).sort();
  return { folder, entries, all: expect.arrayContaining(entries()) };
}

function outboxDirectoryMade(): string {
  const folder = outboxDirectory();
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

/** Moves what is in a folder of the outbox to `target`, and puts a link in its place. */
function link(layout: Layout, name: (typeof FOLDERS)[number], target: string): void {
  for (const entry of readdirSync(layout[name]))
    renameSync(join(layout[name], entry), join(target, entry));
  rmdirSync(layout[name]);
  symlinkSync(target, layout[name], "junction");
}

describe("an outbox with a symbolic link in the place of one of its folders", () => {
  it.each(FOLDERS)("is refused: %s", (name) => {
    const directory = outboxDirectory();
    const elsewhere = outboxDirectory();
    mkdirSync(elsewhere, { mode: 0o700 });
    mkdirSync(directory, { mode: 0o700 });
    symlinkSync(elsewhere, join(directory, name), "junction");
    expect(() => durableDelivery({ directory })).toThrow(
      /^durableDelivery: directory has a symbolic link in it/,
    );
  });

  it.each(FOLDERS)("leaves what is behind it alone if it came later: %s", async (name) => {
    const layout = layoutOf(outboxDirectory());
    const ownership = await beginOwnership(layout);
    const other = somethingElse();
    link(layout, name, other.folder);
    await claimOrphans(layout, ownership, new Watch(systemClock));
    await discardDamaged(layout, { maxBytes: 1_000, now: Date.UTC(2100, 0, 1) });
    vi.setSystemTime(Date.UTC(2100, 0, 1));
    await removeUnfinished(layout).finally(() => vi.useRealTimers());
    await setAside(join(ownership.folder, "owner.json"), layout).catch(() => undefined);
    expect(other.entries()).toEqual(other.all);
  });

  it("keeps sending, and leaves what is behind it alone, while it runs", async () => {
    const directory = outboxDirectory();
    const time = new VirtualTime();
    const bench = await openOutbox({ directory }, { timers: time, clock: time });
    await bench.submit();
    await vi.waitFor(() => expect(readdirSync(directory)).toContain("damaged"));
    const other = somethingElse();
    for (const name of ["retry", "damaged"] as const) link(layoutOf(directory), name, other.folder);
    await vi.waitFor(async () => {
      await time.pass(60_000);
      expect(bench.service.stored.size).toBe(1);
    }, 20_000);
    for (let minutes = 0; minutes < 10; minutes += 1) await time.pass(60_000);
    await bench.close();
    expect(other.entries()).toEqual(other.all);
  });
});

describe("an outbox with a symbolic link in one of its folders", () => {
  it.each([
    ["owners", "some-owner"],
    ["retry", "some.record"],
  ] as const)("leaves what is behind it alone: %s/%s", async (folder, name) => {
    const layout = layoutOf(outboxDirectory());
    const ownership = await beginOwnership(layout);
    const other = somethingElse();
    for (const own of ["taken", "spill"]) mkdirSync(join(other.folder, own));
    // As another app's database is named, and what has the form of no store is set aside as damaged.
    for (const own of ["data.mdb", "left"]) writeFileSync(join(other.folder, own), "mine");
    const before = other.entries();
    symlinkSync(other.folder, join(layout[folder], name), "junction");
    await claimOrphans(layout, ownership, new Watch(systemClock));
    expect(await listTaken(ownership)).toEqual([]);
    expect(other.entries()).toEqual(before);
  });

  it("leaves alone what is behind one that an owner has taken", async () => {
    const layout = layoutOf(outboxDirectory());
    const ownership = await beginOwnership(layout);
    const other = somethingElse();
    const dead = join(layout.owners, randomUUID());
    mkdirSync(join(dead, "taken"), { recursive: true });
    symlinkSync(other.folder, join(dead, "taken", "linked"), "junction");
    await claimOrphans(layout, ownership, new Watch(systemClock));
    expect(await listTaken(ownership)).toEqual([join(ownership.taken, basename(dead))]);
    expect(other.entries()).toEqual(other.all);
  });
});

describe("a folder of somebody else among an outbox's owners", () => {
  /** One that is there already, with its modification time long ago. */
  function placed(layout: Layout, name: string) {
    const other = somethingElse();
    const folder = join(layout.owners, name);
    renameSync(other.folder, folder);
    utimesSync(folder, 0, 0);
    return { ...other, folder, entries: () => readdirSync(folder, { recursive: true }).sort() };
  }

  it.each([
    ["a folder of the file system", "@eaDir"],
    ["a backup of an owner's folder", `${randomUUID()}.bak`],
    ["one that begins like an unfinished owner's", ".new-year"],
    ["one whose name is an id", randomUUID()],
  ])("stays where it is, and as it is: %s", async (_what, name) => {
    const layout = layoutOf(outboxDirectory());
    const ownership = await beginOwnership(layout);
    const other = placed(layout, name);
    await claimOrphans(layout, ownership, new Watch(systemClock));
    expect(await listTaken(ownership)).toEqual([]);
    expect(other.entries()).toEqual(other.all);
  });

  it("does not count for maxBytes, and neither does what is behind a link", async () => {
    const layout = layoutOf(outboxDirectory());
    const ownership = await beginOwnership(layout);
    const own = join(layout.owners, randomUUID());
    mkdirSync(join(own, "taken"), { recursive: true });
    writeFileSync(join(own, "usage"), "5");
    const other = somethingElse();
    writeFileSync(join(other.folder, "usage"), "1000000");
    symlinkSync(other.folder, join(layout.owners, randomUUID()), "junction");
    symlinkSync(other.folder, join(own, "taken", randomUUID()), "junction");
    writeFileSync(join(placed(layout, "backup").folder, "usage"), "1000000");
    expect(sharesOfOthers(layout, basename(ownership.folder))).toBe(5);
    link(layout, "owners", outboxDirectoryMade());
    expect(sharesOfOthers(layout, "")).toBe(0);
  });

  it("is none if it is the rest of an owner's, whose removal was interrupted", async () => {
    const layout = layoutOf(outboxDirectory());
    const ownership = await beginOwnership(layout);
    const rests = [[], ["data.mdb-lock"], ["usage", "notes.txt"]];
    for (const rest of rests) {
      const folder = join(layout.owners, randomUUID());
      mkdirSync(folder);
      for (const name of rest) writeFileSync(join(folder, name), "1");
    }
    await claimOrphans(layout, ownership, new Watch(systemClock));
    expect(await listTaken(ownership)).toHaveLength(rests.length);
  });
});

describe("a folder for records to be sent again", () => {
  it("keeps what is no record: a folder or a file of something else", async () => {
    const layout = layoutOf(outboxDirectory());
    const ownership = await beginOwnership(layout);
    const other = somethingElse();
    renameSync(other.folder, join(layout.retry, "backup"));
    writeFileSync(join(layout.retry, "notes.txt"), "mine");
    await claimOrphans(layout, ownership, new Watch(systemClock));
    expect(readdirSync(layout.retry).sort()).toEqual(["backup", "notes.txt"]);
    expect(readdirSync(ownership.taken)).toEqual([]);
  });
});
