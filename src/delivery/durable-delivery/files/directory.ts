import { lstatSync, readdirSync, type Stats } from "node:fs";
import { join } from "node:path";
import { ConfigurationError } from "../../../errors.ts";
import { KNOWN_ENTRIES } from "./layout.ts";

/** Permission bits of everybody but the owner. */
const OTHERS = 0o077;

/**
 * Rejects a directory that others can read or that has other files or links in it. A missing one is
 * accepted: it is created when needed. One that cannot be inspected is left to `onFull`.
 *
 * @throws ConfigurationError naming the option, never the path.
 */
export function assertPrivate(directory: string): void {
  const stats = statsOf(directory);
  if (stats === undefined) return;
  if (stats.isSymbolicLink()) throw refused("is a symbolic link; name the directory itself");
  if (!stats.isDirectory())
    throw refused("is not a directory; name one, or a path where it can be created");
  assertOwn(stats);
  const entries = entriesOf(directory);
  if (entries.some((name) => !KNOWN_ENTRIES.has(name)))
    throw refused("contains files of something else; give the outbox a directory of its own");
  if (entries.some((name) => statsOf(join(directory, name))?.isSymbolicLink()))
    throw refused("has a symbolic link in it; keep all of the outbox in one place");
}

function assertOwn(stats: Stats): void {
  // Windows has neither file modes nor user ids.
  const me = process.getuid?.();
  if (me === undefined) return;
  if (me !== 0 && stats.uid !== me)
    throw refused("belongs to another user; name one that belongs to the user of this process");
  if ((stats.mode & OTHERS) !== 0) {
    throw refused("can be read by others; take their permissions away (chmod 700)");
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function entriesOf(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function refused(problem: string): ConfigurationError {
  return new ConfigurationError(`durableDelivery: directory ${problem}.`);
}
