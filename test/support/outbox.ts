import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const made: string[] = [];

afterAll(() => {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true });
});

/** A directory for an outbox, not there yet, and gone after the tests. */
export function outboxDirectory(): string {
  const parent = mkdtempSync(join(tmpdir(), "outbox-"));
  made.push(parent);
  return join(parent, "outbox");
}
