import { randomUUID } from "node:crypto";
import { mkdir, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { namesIn } from "../files/if-there.ts";
import { FOLDER_MODE, SHELF_FOLDER } from "../files/layout.ts";
import { writeWholeFile } from "../files/whole-file.ts";

const SUFFIX = ".records";

/** A file of events in an owner's shelf. */
export interface ShelfFile {
  readonly path: string;
  readonly bytes: number;
}

/** Writes records into a new file of the shelf in `folder`, one behind the other. */
export async function writeShelfFile(
  folder: string,
  records: readonly Buffer[],
  fsync: boolean,
): Promise<ShelfFile> {
  const path = join(await shelfIn(folder), newName());
  await writeWholeFile(path, records, { sync: fsync });
  return { path, bytes: records.reduce((sum, { length }) => sum + length, 0) };
}

/** Moves a file of another owner's shelf into the one in `folder`. */
export async function moveShelfFile(file: ShelfFile, folder: string): Promise<ShelfFile> {
  const path = join(await shelfIn(folder), newName());
  await rename(file.path, path);
  return { ...file, path };
}

/** The files of the shelf in an owner's folder, the oldest first. @throws the error of the disk */
export async function listShelf(folder: string): Promise<readonly ShelfFile[]> {
  const shelf = join(folder, SHELF_FOLDER);
  const names = (await namesIn(shelf)).filter((name) => name.endsWith(SUFFIX));
  const files = names.sort().map(async (name) => {
    const path = join(shelf, name);
    return { path, bytes: (await stat(path)).size };
  });
  return Promise.all(files);
}

async function shelfIn(folder: string): Promise<string> {
  const shelf = join(folder, SHELF_FOLDER);
  // In that folder alone, which is not made anew where another owner has taken it.
  await mkdir(shelf, { mode: FOLDER_MODE }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  return shelf;
}

/** In the order of time, as far as a clock goes. */
function newName(): string {
  return `${Date.now()}-${randomUUID()}${SUFFIX}`;
}
