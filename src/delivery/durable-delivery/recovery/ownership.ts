import { statSync } from "node:fs";
import {
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { succeeds } from "../../succeeds.ts";
import { assertPrivate } from "../files/directory.ts";
import { ifThere, namesIn } from "../files/if-there.ts";
import {
  BEAT_FILE,
  CARD_FILE,
  FILE_MODE,
  type Layout,
  OWN_ENTRIES,
  SPILL_FOLDER,
  STORE_FILE,
  TAKEN_FOLDER,
} from "../files/layout.ts";
import { makeFolder } from "../files/make-folder.ts";
import { newCard, type OwnerCard, readCard } from "../files/owner-card.ts";
import { syncFolder } from "../files/whole-file.ts";

/** Prefix of a folder that is being created; renaming it makes it an owner's. */
export const UNFINISHED = ".new-";

/** An owner's folder in the outbox, while the owner is running. */
export interface Ownership {
  readonly card: OwnerCard;
  readonly folder: string;
  /** Where the folders it takes from dead owners go. */
  readonly taken: string;
}

/**
 * Creates the outbox's folders if missing, and one for a new owner.
 *
 * @throws ConfigurationError if others can access the directory; else the error of the disk.
 */
export async function beginOwnership(layout: Layout): Promise<Ownership> {
  assertPrivate(layout.directory);
  for (const folder of [layout.owners, layout.quarantine, layout.retry, layout.damaged]) {
    await makeFolder(folder);
  }
  const card = newCard();
  const unfinished = join(layout.owners, `${UNFINISHED}${card.id}`);
  const folder = join(layout.owners, card.id);
  await makeFolder(join(unfinished, TAKEN_FOLDER));
  await writeFile(join(unfinished, CARD_FILE), JSON.stringify(card), { mode: FILE_MODE });
  await writeBeat(unfinished);
  await rename(unfinished, folder);
  return { card, folder, taken: join(folder, TAKEN_FOLDER) };
}

/** Syncs the names of an owner's files to the disk. */
export async function syncFolders(layout: Layout, ownership: Ownership): Promise<void> {
  for (const path of [ownership.folder, layout.owners, layout.directory]) await syncFolder(path);
}

/**
 * Writes a heartbeat. Returns false if the folder does not belong to this owner any more, or its
 * store is gone: what removes old temporary files takes one that nothing was written to for days.
 */
export async function beat({ folder }: Ownership): Promise<boolean> {
  const now = new Date();
  try {
    await utimes(join(folder, CARD_FILE), now, now);
    await writeBeat(folder);
    return (await ifThere(stat(join(folder, STORE_FILE)))) !== undefined;
  } catch {
    return cardIn(folder).then(
      (card) => card !== undefined,
      () => true,
    );
  }
}

/**
 * Whether a running owner's store is not where it was: another owner has taken the folder, or it was
 * removed, or the store alone.
 */
export function isLost({ folder }: Ownership): boolean {
  try {
    return statSync(join(folder, STORE_FILE), { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

/**
 * How long an owner has been silent, in milliseconds: the shorter time by two clocks. Setting the
 * wall clock or suspending the machine affects only the one, a reboot only the other. A time in the
 * future, from before the wall clock was set back, proves no more than one in the past.
 *
 * @throws the error of the disk
 */
export async function silenceOf(folder: string): Promise<number> {
  const shown = await ifThere(stat(join(folder, CARD_FILE)));
  const byClockMs = Date.now() - (shown?.mtimeMs ?? 0);
  const beat = await ifThere(readFile(join(folder, BEAT_FILE), "utf8"));
  const byUptimeMs = uptimeMs() - (/^\d{1,15}$/.test(beat ?? "") ? Number(beat) : Infinity);
  return byUptimeMs >= 0 ? Math.min(Math.abs(byClockMs), byUptimeMs) : byClockMs;
}

/**
 * Folders taken from dead owners whose content has not been taken over yet.
 *
 * @throws the error of the disk
 */
export async function listTaken({ taken }: Pick<Ownership, "taken">): Promise<readonly string[]> {
  return (await namesIn(taken)).map((name) => join(taken, name));
}

/** Gives the folder up: to the next owner, or removes it if it is empty. */
export async function endOwnership(ownership: Ownership, empty: boolean): Promise<void> {
  // Fails if they are not empty; otherwise nothing can be added from here on.
  const removable =
    empty &&
    (await succeeds(ifThere(rmdir(join(ownership.folder, SPILL_FOLDER))))) &&
    (await succeeds(rmdir(ownership.taken)));
  if (removable) await rm(ownership.folder, { recursive: true, force: true });
  else await unlink(join(ownership.folder, CARD_FILE));
}

/** The card in an owner's folder; undefined if it was given up. @throws the error of the disk */
export async function cardIn(folder: string): Promise<OwnerCard | undefined> {
  const text = await ifThere(readFile(join(folder, CARD_FILE), "utf8"));
  return text === undefined ? undefined : readCard(text);
}

/**
 * Whether a folder without a card has been an owner's. An empty one may have been, too: its removal
 * was interrupted.
 *
 * @throws the error of the disk
 */
export async function ownsSomething(folder: string): Promise<boolean> {
  // A file is no folder, and not ours.
  const names = await readdir(folder);
  return names.length === 0 || names.some((name) => OWN_ENTRIES.has(name));
}

async function writeBeat(folder: string): Promise<void> {
  await writeFile(join(folder, BEAT_FILE), String(uptimeMs()), { mode: FILE_MODE });
}

/**
 * The same for all processes of a machine, and cannot be set (clock_gettime(2), CLOCK_MONOTONIC).
 */
function uptimeMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}
