import { readFile, rename, rm, rmdir, stat, unlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { succeeds } from "../../succeeds.ts";
import { assertPrivate } from "../files/directory.ts";
import { ifThere, namesIn } from "../files/if-there.ts";
import {
  BEAT_FILE,
  CARD_FILE,
  FILE_MODE,
  type Layout,
  SPILL_FOLDER,
  TAKEN_FOLDER,
} from "../files/layout.ts";
import { makeFolder } from "../files/make-folder.ts";
import { newCard, type OwnerCard, readCard } from "../files/owner-card.ts";
import { syncFolder } from "../files/whole-file.ts";

/** A folder that is put together; becomes an owner's by its renaming. */
export const UNFINISHED = ".new-";

/** An owner's place in the outbox, for as long as it is at work. */
export interface Ownership {
  readonly card: OwnerCard;
  readonly folder: string;
  /** Where the folders of dead owners go that it takes. */
  readonly taken: string;
}

/**
 * Makes the outbox's folders where they are missing, and one for a new owner.
 *
 * @throws ConfigurationError when the directory is not ours alone; else the error of the disk.
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

/** Brings the names of an owner's files to the disk. */
export async function syncFolders(layout: Layout, ownership: Ownership): Promise<void> {
  for (const path of [ownership.folder, layout.owners, layout.directory]) await syncFolder(path);
}

/** Shows that the owner lives. False when its folder is not its own any more. */
export async function beat({ folder }: Ownership): Promise<boolean> {
  const now = new Date();
  try {
    await utimes(join(folder, CARD_FILE), now, now);
    await writeBeat(folder);
    return true;
  } catch {
    return cardIn(folder).then(
      (card) => card !== undefined,
      () => true,
    );
  }
}

/**
 * Milliseconds for which an owner has been silent, by each of two clocks: who sets the one, or lets the
 * machine sleep, has made nobody silent by the other, which in turn begins anew with each boot.
 *
 * @throws the error of the disk
 */
export async function silenceOf(folder: string): Promise<number> {
  const shown = await ifThere(stat(join(folder, CARD_FILE)));
  const byClockMs = Date.now() - (shown?.mtimeMs ?? 0);
  const beat = await ifThere(readFile(join(folder, BEAT_FILE), "utf8"));
  const byUptimeMs = uptimeMs() - (/^\d{1,15}$/.test(beat ?? "") ? Number(beat) : Infinity);
  return byUptimeMs >= 0 ? Math.min(byClockMs, byUptimeMs) : byClockMs;
}

/** What has been taken from dead owners and is not the owner's own yet. @throws the error of the disk */
export async function listTaken({ taken }: Ownership): Promise<readonly string[]> {
  return (await namesIn(taken)).map((name) => join(taken, name));
}

/** Gives the folder up: to the next owner, or to nobody when nothing is in it. */
export async function endOwnership(ownership: Ownership, empty: boolean): Promise<void> {
  // Fails where something is in them, and nothing comes into them from there on.
  const removable =
    empty &&
    (await succeeds(ifThere(rmdir(join(ownership.folder, SPILL_FOLDER))))) &&
    (await succeeds(rmdir(ownership.taken)));
  if (removable) await rm(ownership.folder, { recursive: true, force: true });
  else await unlink(join(ownership.folder, CARD_FILE));
}

/** The card in an owner's folder; undefined when it has been given up. @throws the error of the disk */
export async function cardIn(folder: string): Promise<OwnerCard | undefined> {
  const text = await ifThere(readFile(join(folder, CARD_FILE), "utf8"));
  return text === undefined ? undefined : readCard(text);
}

async function writeBeat(folder: string): Promise<void> {
  await writeFile(join(folder, BEAT_FILE), String(uptimeMs()), { mode: FILE_MODE });
}

/** The same for all processes of a machine, and not set by anybody (clock_gettime(2), CLOCK_MONOTONIC). */
function uptimeMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}
