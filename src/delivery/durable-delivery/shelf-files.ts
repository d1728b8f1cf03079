import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { FILE_MODE, FOLDER_MODE, SHELF_FOLDER } from "./layout.ts";

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
  const shelf = await shelfIn(folder);
  const path = join(shelf, newName());
  const bytes = records.reduce((sum, { length }) => sum + length, 0);
  const file = await open(`${path}.new`, "w", FILE_MODE);
  try {
    // As they are: a copy of all of them would be twice the memory.
    const { bytesWritten } = await file.writev([...records]);
    if (bytesWritten < bytes) throw Object.assign(new Error("cut short"), { code: "ENOSPC" });
    if (fsync) await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  if (fsync) await syncFolder(shelf);
  return { path, bytes };
}

/** Moves a file of another owner's shelf into the one in `folder`. */
export async function moveShelfFile(file: ShelfFile, folder: string): Promise<ShelfFile> {
  const path = join(await shelfIn(folder), newName());
  await rename(file.path, path);
  return { ...file, path };
}

/** The files of the shelf in an owner's folder, the oldest first. */
export async function listShelf(folder: string): Promise<readonly ShelfFile[]> {
  const shelf = join(folder, SHELF_FOLDER);
  const names = (await readdir(shelf).catch(() => [])).filter((name) => name.endsWith(SUFFIX));
  const files = names.sort().map(async (name) => {
    const path = join(shelf, name);
    return { path, bytes: (await stat(path)).size };
  });
  return Promise.all(files);
}

async function shelfIn(folder: string): Promise<string> {
  const shelf = join(folder, SHELF_FOLDER);
  await mkdir(shelf, { recursive: true, mode: FOLDER_MODE });
  return shelf;
}

/** In the order of time, as far as a clock goes. */
function newName(): string {
  return `${Date.now()}-${randomUUID()}${SUFFIX}`;
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
