import { it, vi } from "vitest";
import { expectKeptOnDisk } from "./keeps-on-disk.ts";

/** As Node.js has it since 22 under `--permission`. */
vi.mock(import("node:fs"), async (original) => {
  const fs = await original();
  const denied = (_fd: number, told: (error: Error) => void) =>
    told(Object.assign(new Error("disabled"), { code: "ERR_ACCESS_DENIED" }));
  return { ...fs, fsync: denied, fdatasync: denied } as unknown as typeof fs;
});

it(
  "keeps events on the disk where Node.js has its permissions on, and denies syncs by a descriptor",
  expectKeptOnDisk,
);
