import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { layoutOf } from "../../../src/delivery/durable-delivery/files/layout.ts";
import { discardDamaged } from "../../../src/delivery/durable-delivery/recovery/damaged-files.ts";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";
import { openOutbox, sendAgain } from "../outbox-bench.ts";

const NOW = Date.UTC(2026, 0, 31);
const DAY_MS = 24 * 3_600_000;

/** An outbox with damaged files, each with its age in days and its size. */
function withDamaged(files: readonly (readonly [days: number, bytes: number])[]) {
  const layout = layoutOf(outboxDirectory());
  mkdirSync(layout.damaged, { recursive: true, mode: 0o700 });
  for (const [index, [days, bytes]] of files.entries()) {
    const name = `${NOW - days * DAY_MS}-${index}-data.mdb`;
    writeFileSync(join(layout.damaged, name), Buffer.alloc(bytes));
  }
  const left = (): string[] =>
    readdirSync(layout.damaged)
      .map((name) => name.split("-")[1] ?? "")
      .sort((a, b) => Number(a) - Number(b));
  return { layout, left };
}

describe("damaged stores that were set aside", () => {
  it("are kept for a month", async () => {
    const { layout, left } = withDamaged([
      [1, 10],
      [31, 20],
      [29, 30],
    ]);
    expect(await discardDamaged(layout, { maxBytes: 1_000, now: NOW })).toEqual({
      files: 1,
      bytes: 20,
    });
    expect(left()).toEqual(["0", "2"]);
  });

  it("are limited to the newest twenty", async () => {
    const { layout, left } = withDamaged(Array.from({ length: 25 }, (_, day) => [day, 1] as const));
    expect(await discardDamaged(layout, { maxBytes: 1_000, now: NOW })).toEqual({
      files: 5,
      bytes: 5,
    });
    expect(left()).toEqual(Array.from({ length: 20 }, (_, index) => String(index)));
  });

  it("use at most a quarter of maxBytes, and a larger one displaces no other", async () => {
    const { layout, left } = withDamaged([
      [1, 100],
      [2, 251],
      [3, 150],
      [4, 1],
    ]);
    expect(await discardDamaged(layout, { maxBytes: 1_000, now: NOW })).toEqual({
      files: 2,
      bytes: 252,
    });
    expect(left()).toEqual(["0", "2"]);
  });

  it("are as old as they are on the disk if their names do not tell, and may be folders or gone", async () => {
    const { layout } = withDamaged([]);
    const [gone, recent, old] = ["gone", "recent", "old"].map((name) =>
      join(layout.damaged, name),
    ) as [string, string, string];
    // In the folder when it is listed, and gone when it is inspected.
    symlinkSync("nowhere", gone);
    writeFileSync(recent, "x");
    mkdirSync(old);
    for (const [path, days] of [
      [recent, 29],
      [old, 31],
    ] as const) {
      const at = new Date(NOW - days * DAY_MS);
      utimesSync(path, at, at);
    }
    const discarded = await discardDamaged(layout, { maxBytes: 1_000_000, now: NOW });
    expect(discarded.files).toBe(1);
    expect(readdirSync(layout.damaged).sort()).toEqual(["gone", "recent"]);
  });

  it("are removed beyond the limit, and the log counts them", async () => {
    const directory = outboxDirectory();
    const layout = layoutOf(directory);
    for (let dead = 0; dead < 23; dead += 1) {
      const folder = join(layout.owners, randomUUID());
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, "data.mdb"), "no store at all");
    }
    const bench = await sendAgain({ directory });
    await bench.close();
    expect(readdirSync(layout.damaged)).toHaveLength(20);
    expect(bench.log).toContainEqual({
      level: "warn",
      message: expect.stringContaining("are removed"),
      details: { files: 3, bytes: 45 },
    });
    const next = await openOutbox({ directory });
    await next.delivery.flush({ deadlineMs: 20_000 });
    await next.close();
    expect(next.log).toEqual([]);
  });
});

it("removes unfinished quarantine files of dead processes, and no recent ones", async () => {
  const directory = outboxDirectory();
  const { quarantine } = layoutOf(directory);
  mkdirSync(quarantine, { recursive: true, mode: 0o700 });
  const [dead, alive, whole] = ["a.record.1.new", "b.record.2.new", "c.record"];
  for (const name of [dead, alive, whole]) writeFileSync(join(quarantine, name), "x");
  const aMinuteAgo = Date.now() / 1_000 - 61;
  for (const name of [dead, whole]) utimesSync(join(quarantine, name), aMinuteAgo, aMinuteAgo);
  const bench = await openOutbox({ directory });
  await bench.delivery.flush({ deadlineMs: 20_000 });
  await bench.close();
  expect(readdirSync(quarantine).sort()).toEqual([alive, whole]);
});
