import { randomUUID } from "node:crypto";
import { rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { succeeds } from "../../succeeds.ts";
import { namesIn } from "../files/if-there.ts";
import type { Layout } from "../files/layout.ts";
import { makeFolderAgain } from "../files/make-folder.ts";

/** The share of `maxBytes` that damaged files may use: most of it is for future events. */
const SHARE = 0.25;

/** Maximum number of files: as many as a person would inspect. */
const MOST_FILES = 20;

/** A month, after which nobody is likely to miss them. */
const LONGEST_MS = 30 * 24 * 3_600_000;

/** What was removed for good. */
export interface Discarded {
  readonly files: number;
  readonly bytes: number;
}

/** Keeps a damaged file as it was found, under a name with the time. */
export async function setAside(file: string, layout: Layout): Promise<void> {
  const name = `${Date.now()}-${randomUUID().slice(0, 8)}-${basename(file)}`;
  await makeFolderAgain(layout.damaged);
  await rename(file, join(layout.damaged, name));
}

/**
 * Removes damaged files beyond 20 files, a month, or a quarter of `maxBytes`, oldest first. Never
 * rejects.
 */
export async function discardDamaged(
  layout: Layout,
  { maxBytes, now }: { readonly maxBytes: number; readonly now: number },
): Promise<Discarded> {
  let keptBytes = 0;
  const discarded = { files: 0, bytes: 0 };
  for (const [index, { path, bytes, at }] of (await newestFirst(layout)).entries()) {
    const fits = index < MOST_FILES && keptBytes + bytes <= maxBytes * SHARE;
    if (fits && now - at <= LONGEST_MS) {
      keptBytes += bytes;
    } else if (await removed(path)) {
      discarded.files += 1;
      discarded.bytes += bytes;
    }
  }
  return discarded;
}

interface DamagedFile {
  readonly path: string;
  readonly bytes: number;
  /** When it was set aside, milliseconds since the Unix epoch. */
  readonly at: number;
}

async function newestFirst(layout: Layout): Promise<readonly DamagedFile[]> {
  const names = await namesIn(layout.damaged).catch(() => []);
  const files = names.map(async (name): Promise<DamagedFile | undefined> => {
    const path = join(layout.damaged, name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) return undefined;
    const told = Number.parseInt(name, 10);
    return { path, bytes: found.size, at: Number.isSafeInteger(told) ? told : found.mtimeMs };
  });
  const found = (await Promise.all(files)).filter((file) => file !== undefined);
  return found.sort((a, b) => b.at - a.at);
}

/** Whether this process removed it: others may be doing the same. */
async function removed(path: string): Promise<boolean> {
  return succeeds(rm(path, { recursive: true }));
}
