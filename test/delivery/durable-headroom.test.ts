import { closeSync, mkdirSync, openSync, readFileSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Headroom } from "../../src/delivery/durable-delivery/headroom.ts";
import { outboxDirectory } from "../support/outbox.ts";

/** A file with some content, and how much of it is in use. */
function openFile(content: string) {
  const folder = outboxDirectory();
  mkdirSync(folder);
  const path = join(folder, "file");
  const descriptor = openSync(path, "w+");
  writeSync(descriptor, content);
  return { path, descriptor };
}

describe("the place an outbox takes on the disk", () => {
  it("is there before it is needed, and nothing that was written is touched", () => {
    const { path, descriptor } = openFile("content");
    let used = 7;
    const headroom = new Headroom({ descriptor, usedBytes: () => used });
    headroom.reserve(100);
    const { size } = statSync(path);
    expect(size).toBeGreaterThanOrEqual(107);
    for (let i = 0; i < 100; i += 1) {
      used += 10_000;
      headroom.reserve(10_000);
      expect(statSync(path).size).toBeGreaterThanOrEqual(used);
    }
    expect(readFileSync(path, "utf8").startsWith("content\0")).toBe(true);
    closeSync(descriptor);
  });

  it("does not grow while what is in use does not", () => {
    const { path, descriptor } = openFile("");
    const headroom = new Headroom({ descriptor, usedBytes: () => 5_000 });
    headroom.reserve(10_000);
    const { size } = statSync(path);
    for (let i = 0; i < 1_000; i += 1) headroom.reserve(10_000);
    expect(statSync(path).size).toBe(size);
    closeSync(descriptor);
  });

  it("is refused by a full disk, each time it is asked for", () => {
    const descriptor = openSync("/dev/full", "w");
    const headroom = new Headroom({ descriptor, usedBytes: () => 0 });
    for (let i = 0; i < 3; i += 1) {
      expect(() => headroom.reserve(100)).toThrow(expect.objectContaining({ code: "ENOSPC" }));
    }
    closeSync(descriptor);
  });
});
