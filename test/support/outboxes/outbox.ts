import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { leftByFile } from "../runner/leftovers.ts";

/** The path of an outbox directory that does not exist yet, and is deleted after the tests. */
export function outboxDirectory(): string {
  const parent = mkdtempSync(join(tmpdir(), "outbox-"));
  leftByFile.add(() => rmSync(parent, { recursive: true, force: true }));
  return join(parent, "outbox");
}
