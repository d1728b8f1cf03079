import { mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeFolder } from "../../../src/delivery/durable-delivery/files/make-folder.ts";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";

const isLinux = process.platform === "linux";

/** A folder for one test. */
function place(): string {
  const directory = outboxDirectory();
  mkdirSync(directory, { recursive: true });
  return directory;
}

it.runIf(isLinux)(
  "gives up at once if the system denies that an existing folder exists",
  async () => {
    await expect(makeFolder("/proc/self/outbox/owners")).rejects.toMatchObject({ code: "ENOENT" });
  },
);

it("creates missing parents, for the owner alone, even if many start at once", async () => {
  const path = join(place(), "a", "b", "c");
  await Promise.all(Array.from({ length: 20 }, () => makeFolder(path)));
  expect(statSync(path).isDirectory()).toBe(true);
  if (process.platform === "win32") return;
  expect([path, join(path, "..")].map((made) => statSync(made).mode & 0o777)).toEqual([
    0o700, 0o700,
  ]);
});

it("keeps an existing folder, also behind a symbolic link, and fails for a file", async () => {
  const directory = place();
  await makeFolder(directory);
  symlinkSync(directory, join(directory, "link"), "junction");
  await makeFolder(join(directory, "link", "made"));
  expect(statSync(join(directory, "made")).isDirectory()).toBe(true);
  const file = join(directory, "file");
  writeFileSync(file, "");
  await expect(makeFolder(file)).rejects.toMatchObject({ code: "EEXIST" });
});
