import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FolderSize } from "../../../src/delivery/durable-delivery/outbox/folder-size.ts";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";

describe("the size of a quarantine", () => {
  it("follows what is added and removed, and inspects each file once", async () => {
    const folder = outboxDirectory();
    mkdirSync(folder);
    const write = (name: string, bytes: number) =>
      writeFileSync(join(folder, name), Buffer.alloc(bytes));
    for (let i = 0; i < 100; i += 1) write(`${i}.record`, 10);
    const size = new FolderSize(folder);
    expect(await size.measure()).toBe(1_000);

    write("new.record", 7);
    rmSync(join(folder, "0.record"));
    // Seen only by a second look at this file.
    appendFileSync(join(folder, "1.record"), "x");
    expect(await size.measure()).toBe(1_000 + 7 - 10);
  });

  it("is without what a link in it leads to", async () => {
    const [folder, other] = [outboxDirectory(), outboxDirectory()];
    mkdirSync(folder);
    writeFileSync(other, Buffer.alloc(1_000));
    symlinkSync(other, join(folder, "1.record"));
    expect(await new FolderSize(folder).measure()).toBe(0);
  });

  it("counts what is gone when it is inspected as empty", async () => {
    const folder = outboxDirectory();
    mkdirSync(folder);
    writeFileSync(join(folder, "1.record"), Buffer.alloc(10));
    symlinkSync(join(folder, "gone"), join(folder, "2.record"));
    expect(await new FolderSize(folder).measure()).toBe(10);
  });

  it("is none without the folder", async () => {
    expect(await new FolderSize(outboxDirectory()).measure()).toBe(0);
  });
});
