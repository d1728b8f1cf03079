import { it, vi } from "vitest";
import { expectKeptOnDisk } from "./keeps-on-disk.ts";

/** Like Node.js since 22 with `--permission`. */
vi.mock(import("node:fs"), async (original) => {
  const fs = await original();
  const denied = (_fd: number, told: (error: Error) => void) =>
    told(Object.assign(new Error("disabled"), { code: "ERR_ACCESS_DENIED" }));
  return { ...fs, fsync: denied, fdatasync: denied } as unknown as typeof fs;
});

it("stores events on disk even if Node.js permissions deny syncs by descriptor", expectKeptOnDisk);
