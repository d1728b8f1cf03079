import { fstatSync } from "node:fs";
// Before the platform is another one: it looks for the binary of its platform.
import "lmdb";
import { afterEach, beforeEach, it, vi } from "vitest";
import { expectKeptOnDisk } from "./keeps-on-disk.ts";

/** `FlushFileBuffers` of Windows: not for what is open for reading only. */
vi.mock("node:fs", async (importOriginal) => {
  const real = await importOriginal<typeof import("node:fs")>();
  return { ...real, fsync: refusingFolders(real.fsync) };
});

function refusingFolders(fsync: (fd: number, done: (error: Error | null) => void) => void) {
  return (fd: number, done: (error: Error | null) => void): void => {
    if (!fstatSync(fd).isDirectory()) fsync(fd, done);
    else done(Object.assign(new Error("operation not permitted"), { code: "EPERM" }));
  };
}

const platform = process.platform;

beforeEach(() => {
  Object.defineProperty(process, "platform", { value: "win32" });
});

afterEach(() => {
  Object.defineProperty(process, "platform", { value: platform });
});

it("stores events on Windows, which syncs no folder that is open for reading", expectKeptOnDisk);
