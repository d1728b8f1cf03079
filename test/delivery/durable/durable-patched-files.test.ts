import { open } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, it, vi } from "vitest";
import { expectKeptOnDisk } from "./keeps-on-disk.ts";

type Handles = { sync(): Promise<void>; datasync(): Promise<void> };

/** Like the file handles of Yarn's Plug'n'Play. */
beforeEach(async () => {
  const file = await open(fileURLToPath(import.meta.url));
  const handles = Object.getPrototypeOf(file) as Handles;
  await file.close();
  for (const name of ["sync", "datasync"] as const) {
    vi.spyOn(handles, name).mockImplementation(() => {
      throw new Error("Method not implemented.");
    });
  }
});
afterEach(() => vi.restoreAllMocks());

it("stores events on disk even if file handles are not those of Node.js", expectKeptOnDisk);
