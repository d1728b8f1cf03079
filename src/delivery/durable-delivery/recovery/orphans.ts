import { lstat, readFile, rename, rm, rmdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { isUuid } from "../../../contract/uuid.ts";
import { succeeds } from "../../succeeds.ts";
import { ifThere, namesIn } from "../files/if-there.ts";
import type { Keyring } from "../files/keyring.ts";
import { type Layout, TAKEN_FOLDER } from "../files/layout.ts";
import { lives } from "../files/owner-card.ts";
import { isRecordFile, readKept } from "../outbox/quarantine-files.ts";
import { listSpillFiles, type SpillFile } from "../outbox/spill-files.ts";
import { readStore } from "../store/left-store.ts";
import { setAside } from "./damaged-files.ts";
import {
  cardIn,
  listTaken,
  type Ownership,
  ownsSomething,
  silenceOf,
  UNFINISHED,
} from "./ownership.ts";
import { type FoundRecord, isEventRecord, readRow } from "./salvage.ts";
import type { Watch } from "./watch.ts";

/** Creating a folder takes milliseconds; after this long, its creator has died. */
const UNFINISHED_MS = 60_000;

/** What a dead owner left. */
export interface Orphan {
  readonly records: ReadonlyMap<string, FoundRecord>;
  readonly unreadable: number;
  /** Damaged files. */
  readonly damaged: readonly string[];
  /** Files that can be taken over unchanged. */
  readonly spill: readonly OrphanedSpillFile[];
}

/** A spill file of the dead owner that is intact and decryptable. */
export interface OrphanedSpillFile {
  readonly file: SpillFile;
  readonly events: number;
}

/**
 * Takes the folders of dead owners, and records that somebody wants sent again. Taking means
 * renaming, so that exactly one owner gets a folder; if that owner dies too, the folder is passed
 * on with its own.
 *
 * @throws the error of the disk
 */
export async function claimOrphans(
  layout: Layout,
  ownership: Ownership,
  watch: Watch,
): Promise<void> {
  // Even if there is nobody else.
  watch.look();
  for (const name of await namesIn(layout.owners)) {
    const folder = join(layout.owners, name);
    const isUnfinished = name.startsWith(UNFINISHED);
    // What has another name was put there by somebody else: a backup, a folder of the file system.
    if (!isUuid(isUnfinished ? name.slice(UNFINISHED.length) : name)) continue;
    if (isUnfinished) await removeUnfinished(folder);
    // An owner that cannot be checked is not dead; the next look may tell.
    else if (name !== ownership.card.id) {
      const dead = await isDead(folder, ownership, watch).catch(() => false);
      if (dead) await take(folder, ownership);
    }
  }
  // A `retry` folder without permissions must not keep the events of dead owners from being sent.
  const retried = await namesIn(layout.retry).catch(() => []);
  for (const name of retried.filter(isRecordFile)) await take(join(layout.retry, name), ownership);
  await flatten(ownership);
}

/**
 * Moves the folders that a dead owner had taken to the top level: a series of crashes must not nest
 * folders.
 */
async function flatten(ownership: Ownership): Promise<void> {
  for (let deeper = true; deeper; ) {
    deeper = false;
    for (const path of await listTaken(ownership)) {
      for (const name of await namesIn(join(path, TAKEN_FOLDER))) {
        deeper = (await take(join(path, TAKEN_FOLDER, name), ownership)) || deeper;
      }
    }
  }
}

/** Reads a taken folder, or the file of one record. @throws the error of the disk */
export async function readOrphan(path: string, keyring: Keyring): Promise<Orphan> {
  if (!(await stat(path)).isDirectory()) return readSingle(path, keyring);
  const { records, unreadable, damaged: damagedHere } = await readStore(path, keyring);
  const all = new Map(records);
  const damaged = [...damagedHere];
  const spill: OrphanedSpillFile[] = [];
  for (const file of await listSpillFiles(path)) {
    const row = readRow(await readFile(file.path), keyring);
    if (row.whole && row.found.every(isEventRecord)) {
      // A file left empty by a power failure is removed with its folder.
      if (row.found.length > 0) spill.push({ file, events: row.found.length });
      continue;
    }
    if (!row.whole) damaged.push(file.path);
    for (const found of row.found) all.set(found.reading.id, found);
  }
  return { records: all, unreadable, damaged, spill };
}

async function readSingle(path: string, keyring: Keyring): Promise<Orphan> {
  const kept = await readKept(path, keyring);
  if (kept === undefined) return { records: new Map(), unreadable: 1, damaged: [path], spill: [] };
  return {
    records: new Map([[kept.reading.id, kept]]),
    unreadable: 0,
    damaged: [],
    spill: [],
  };
}

/**
 * Its records belong to another owner now: sets damaged files aside, and removes the rest.
 *
 * @throws the error of the disk; what cannot be set aside, or has not been taken over, stays.
 */
export async function removeOrphan(path: string, orphan: Orphan, layout: Layout): Promise<void> {
  for (const file of orphan.damaged) await setAside(file, layout);
  // Usually empty, because what it had taken was moved to the top level.
  await ifThere(rmdir(join(path, TAKEN_FOLDER)));
  await rm(path, { recursive: true, force: true });
}

async function isDead(folder: string, ownership: Ownership, watch: Watch): Promise<boolean> {
  const card = await cardIn(folder);
  if (card === undefined) return ownsSomething(folder);
  const silentMs = await silenceOf(folder);
  return !lives(card, ownership.card, watch.look() ? silentMs : 0);
}

/** Whether it is ours now: another owner may be faster, and what a link leads to is nobody's here. */
async function take(path: string, ownership: Ownership): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined || found.isSymbolicLink()) return false;
  return succeeds(rename(path, join(ownership.taken, basename(path))));
}

/** Never rejects: nobody waits for it. */
async function removeUnfinished(folder: string): Promise<void> {
  const made = await stat(folder).catch(() => undefined);
  if (made === undefined || Date.now() - made.mtimeMs < UNFINISHED_MS) return;
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
}
