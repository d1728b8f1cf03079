import { readFile, rename, rm, rmdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { succeeds } from "../../succeeds.ts";
import { ifThere, namesIn } from "../files/if-there.ts";
import type { Keyring } from "../files/keyring.ts";
import { type Layout, TAKEN_FOLDER } from "../files/layout.ts";
import { lives } from "../files/owner-card.ts";
import { readKept } from "../outbox/quarantine-files.ts";
import { listSpillFiles, type SpillFile } from "../outbox/spill-files.ts";
import { readStore } from "../store/left-store.ts";
import { setAside } from "./damaged-files.ts";
import { cardIn, listTaken, type Ownership, silenceOf, UNFINISHED } from "./ownership.ts";
import { type FoundRecord, readRow } from "./salvage.ts";

/** A folder that is put together takes milliseconds. */
const UNFINISHED_MS = 60_000;

/** What a dead owner left. */
export interface Orphan {
  readonly records: ReadonlyMap<string, FoundRecord>;
  readonly unreadable: number;
  /** Files that were not whole. */
  readonly damaged: readonly string[];
  /** What can be taken over as it is. */
  readonly spill: readonly OrphanedSpillFile[];
}

/** A spill file of its, whole and to be opened with the keys at hand. */
export interface OrphanedSpillFile {
  readonly file: SpillFile;
  readonly events: number;
}

/**
 * Takes the folders of owners that are dead, and what somebody wants sent again. A folder is
 * taken by renaming it, so that exactly one owner has it; should that one die too, it passes on with its own.
 *
 * @throws the error of the disk
 */
export async function claimOrphans(layout: Layout, ownership: Ownership): Promise<void> {
  for (const name of await namesIn(layout.owners)) {
    const folder = join(layout.owners, name);
    if (name.startsWith(UNFINISHED)) await removeUnfinished(folder);
    // Who cannot look cannot tell: the next look may.
    else if (name !== ownership.card.id && (await isDead(folder, ownership).catch(() => false)))
      await take(folder, ownership);
  }
  // What somebody has taken the permissions of keeps no event of a dead owner from being sent.
  const retried = await namesIn(layout.retry).catch(() => []);
  for (const name of retried) await take(join(layout.retry, name), ownership);
  await flatten(ownership);
}

/** What a dead owner had taken itself comes beside it: a row of crashes must not make a deep folder. */
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

/** Everything of a taken folder, or of one record's file. @throws the error of the disk */
export async function readOrphan(path: string, keyring: Keyring): Promise<Orphan> {
  if (!(await stat(path)).isDirectory()) return readSingle(path, keyring);
  const { records, unreadable, damaged: damagedHere } = await readStore(path, keyring);
  const all = new Map(records);
  const damaged = [...damagedHere];
  const spill: OrphanedSpillFile[] = [];
  for (const file of await listSpillFiles(path)) {
    const row = readRow(await readFile(file.path), keyring);
    const isPlain = row.found.every(
      ({ reading }) => reading.state === "read" && reading.kind === "event",
    );
    if (row.whole && isPlain) {
      // One that a loss of power left empty goes with its folder.
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
 * Its records are somebody's own now: keeps what was damaged as it was, removes the rest.
 *
 * @throws the error of the disk, and leaves what cannot be kept apart, or is not somebody's own, there.
 */
export async function removeOrphan(path: string, orphan: Orphan, layout: Layout): Promise<void> {
  for (const file of orphan.damaged) await setAside(file, layout);
  // What it had taken itself has come beside it, as a rule.
  await ifThere(rmdir(join(path, TAKEN_FOLDER)));
  await rm(path, { recursive: true, force: true });
}

async function isDead(folder: string, ownership: Ownership): Promise<boolean> {
  const card = await cardIn(folder);
  if (card === undefined) return true;
  return !lives(card, ownership.card, await silenceOf(folder));
}

/** Whether it is ours now: another owner may be quicker. */
async function take(path: string, ownership: Ownership): Promise<boolean> {
  return succeeds(rename(path, join(ownership.taken, basename(path))));
}

/** Never rejects: nobody waits for it. */
async function removeUnfinished(folder: string): Promise<void> {
  const made = await stat(folder).catch(() => undefined);
  if (made === undefined || Date.now() - made.mtimeMs < UNFINISHED_MS) return;
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
}
