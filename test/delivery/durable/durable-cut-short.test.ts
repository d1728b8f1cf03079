import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { writeWholeFile } from "../../../src/delivery/durable-delivery/files/whole-file.ts";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";

/** A disk that is full in the middle of a write, which the system reports as a shorter one. */
vi.mock(import("node:fs/promises"), async (importOriginal) => {
  const fs = await importOriginal();
  const open: typeof fs.open = async (...args) => {
    const file = await fs.open(...args);
    const writev = file.writev.bind(file);
    return Object.assign(file, { writev: (pieces: Buffer[]) => writev(pieces.slice(0, 1)) });
  };
  return { ...fs, open };
});

it("takes a file that was written in part for a full disk, and leaves nothing of it", async () => {
  const folder = outboxDirectory();
  mkdirSync(folder);
  const records = [Buffer.from("one"), Buffer.from("two")];
  const written = writeWholeFile(join(folder, "file"), records, { sync: false });
  await expect(written).rejects.toMatchObject({ code: "ENOSPC" });
  expect(readdirSync(folder)).toEqual([]);
});
