import { it, vi } from "vitest";
import { expectKeptOnDisk } from "./keeps-on-disk.ts";

/** As of a tmpfs without a limit, or a file system of FUSE without `statfs`. */
const unsized = vi.hoisted(() => ({ bsize: 4096, blocks: 0, bfree: 0, bavail: 0 }));

vi.mock("node:fs", async (importOriginal) => ({
  ...(await importOriginal<typeof import("node:fs")>()),
  statfsSync: () => unsized,
}));
vi.mock("node:fs/promises", async (importOriginal) => ({
  ...(await importOriginal<typeof import("node:fs/promises")>()),
  statfs: async () => unsized,
}));

it("stores events on a file system that does not tell its size", expectKeptOnDisk);
