import { randomUUID } from "node:crypto";
import { mkdir, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { assertRoom } from "../files/free-space.ts";
import { ifThere, namesIn } from "../files/if-there.ts";
import { FOLDER_MODE, SPILL_FOLDER } from "../files/layout.ts";
import { sizeOf, writeWholeFile } from "../files/whole-file.ts";

const SUFFIX = ".records";

/** A file of events that an owner has only on the disk. */
export interface SpillFile {
  readonly path: string;
  readonly bytes: number;
}

/** Writes records into a new spill file in `folder`, one after the other. */
export async function writeSpillFile(
  folder: string,
  records: readonly Buffer[],
  fsync: boolean,
): Promise<SpillFile> {
  const path = join(await spillFolderIn(folder), newName());
  const bytes = sizeOf(records);
  await assertRoom(folder, bytes);
  await writeWholeFile(path, records, { sync: fsync });
  return { path, bytes };
}

/** Moves another owner's spill file into this owner's `folder`. */
export async function moveSpillFile(file: SpillFile, folder: string): Promise<SpillFile> {
  const path = join(await spillFolderIn(folder), newName());
  await rename(file.path, path);
  return { ...file, path };
}

/** The spill files in an owner's folder, oldest first. @throws the error of the disk */
export async function listSpillFiles(folder: string): Promise<readonly SpillFile[]> {
  const spill = join(folder, SPILL_FOLDER);
  const names = (await namesIn(spill)).filter((name) => name.endsWith(SUFFIX));
  const files = names.sort().map(async (name) => {
    const path = join(spill, name);
    const found = await ifThere(stat(path));
    return found && { path, bytes: found.size };
  });
  // A running owner may have sent the events of a file meanwhile, and removed it.
  return (await Promise.all(files)).filter((file) => file !== undefined);
}

async function spillFolderIn(folder: string): Promise<string> {
  const spill = join(folder, SPILL_FOLDER);
  // Only inside that folder, which must not be recreated if another owner has taken it.
  await mkdir(spill, { mode: FOLDER_MODE }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  return spill;
}

/** Sorts by time, as far as the clock allows. */
function newName(): string {
  return `${Date.now()}-${randomUUID()}${SUFFIX}`;
}
