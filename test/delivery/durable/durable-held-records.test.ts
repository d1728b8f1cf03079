import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { writeSpillFile } from "../../../src/delivery/durable-delivery/outbox/spill-files.ts";
import { HeldRecords } from "../../../src/delivery/durable-delivery/store/held-records.ts";

it("is not sure of an event after only its call's note is confirmed", () => {
  const held = new HeldRecords();
  const [call, event] = [{}, {}];
  held.set("a", 1);
  held.await("a", call);
  held.await("a", event);
  held.confirm("a", call);
  expect(held.isSureOf("a")).toBe(false);
  held.confirm("a", event);
  expect(held.isSureOf("a")).toBe(true);
});

it("forgets the doubt about a record that is gone", () => {
  const held = new HeldRecords();
  held.set("a", 1);
  held.await("a", {});
  held.set("a", undefined);
  expect(held.isSureOf("a")).toBe(false);
  held.set("a", 2);
  expect(held.isSureOf("a")).toBe(true);
});

it("holds nothing of a store that was given up, and knows what another owner may have of it", () => {
  const held = new HeldRecords();
  held.set("a", 1);
  held.clear();
  expect([held.size, held.isSureOf("a"), held.wasLeft("a")]).toEqual([0, false, true]);
  // The next store was given up before anything was in it.
  held.clear();
  expect([held.wasLeft("a"), held.wasLeft("b")]).toEqual([true, false]);
});

it("knows of a write in a store that was given up, until its record is gone", () => {
  const held = new HeldRecords();
  for (const id of ["a", "b"]) {
    held.set(id, 1);
    held.await(id, {});
  }
  held.clear();
  held.set("b", undefined);
  expect([held.isUnconfirmed("a"), held.isUnconfirmed("b")]).toEqual([true, false]);
  expect([held.isSureOf("a"), held.wasLeft("b")]).toEqual([false, true]);
});

it("does not create a folder again that another owner has taken over", async () => {
  const parent = mkdtempSync(join(tmpdir(), "spill-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  await expect(
    writeSpillFile(join(parent, "gone"), [Buffer.from("a")], false),
  ).rejects.toMatchObject({ code: "ENOENT" });
  expect(readdirSync(parent)).toEqual([]);
});
