import { open } from "node:fs/promises";
import { afterEach, expect, it, vi } from "vitest";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";
import { openOutbox } from "../outbox-bench.ts";
import { expectKeptOnDisk } from "./keeps-on-disk.ts";

const denial = () => Object.assign(new Error("disabled"), { code: "ERR_ACCESS_DENIED" });

/** Like Node.js since 22 with `--permission`. */
vi.mock(import("node:fs"), async (original) => {
  const fs = await original();
  const denied = (_fd: number, told: (error: Error) => void) => told(denial());
  return { ...fs, fsync: denied, fdatasync: denied } as unknown as typeof fs;
});

afterEach(() => vi.restoreAllMocks());

it("stores events on disk even if Node.js permissions deny syncs by descriptor", expectKeptOnDisk);

it("names the option that helps where Node.js denies every sync, as 26 does", async () => {
  const file = await open(outboxDirectory(), "w");
  const handles = Object.getPrototypeOf(file);
  await file.close();
  vi.spyOn(handles, "sync").mockImplementation(() => Promise.reject(denial()));
  vi.spyOn(handles, "datasync").mockImplementation(() => Promise.reject(denial()));
  const bench = await openOutbox({ directory: outboxDirectory(), fsync: true });
  await bench.submit();
  await bench.close();
  expect(bench.log).toContainEqual({
    level: "warn",
    message: expect.stringContaining("the outbox cannot keep events"),
    details: { cause: expect.stringMatching(/--permission denies fsync.* fsync: false/) },
  });
});
