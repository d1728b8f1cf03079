import { it, vi } from "vitest";
import { expectKeptOnDisk } from "./keeps-on-disk.ts";

/** Like a tmpfs without a limit, or a file system of FUSE without `statfs`. */
vi.mock("node:fs/promises", async (importOriginal) => ({
  ...(await importOriginal<typeof import("node:fs/promises")>()),
  statfs: async () => ({ bsize: 4096, blocks: 0, bfree: 0, bavail: 0 }),
}));
/** Like a folder that another owner has moved. */
vi.mock("node:fs", async (importOriginal) => ({
  ...(await importOriginal<typeof import("node:fs")>()),
  statfsSync: () => {
    throw Object.assign(new Error("gone"), { code: "ENOENT" });
  },
}));

it("stores events on a file system that does not tell its size", expectKeptOnDisk);
