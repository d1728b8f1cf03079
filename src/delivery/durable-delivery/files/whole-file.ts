import { randomUUID } from "node:crypto";
import { open, rename, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { FILE_MODE } from "./layout.ts";
import { syncFile } from "./sync-file.ts";

/** Suffix of a file that is being written. */
export const UNFINISHED_END = ".new";

/**
 * Writes a file atomically. With `sync`, it is on the disk, under its name, when this resolves.
 *
 * @throws the error of the disk; nothing of the file is left then.
 */
export async function writeWholeFile(
  path: string,
  pieces: readonly Buffer[],
  { sync }: { readonly sync: boolean },
): Promise<void> {
  const unfinished = `${path}.${randomUUID()}${UNFINISHED_END}`;
  try {
    await writeAll(unfinished, pieces, sync);
    await rename(unfinished, path);
  } catch (error) {
    // A partial file is useless, and takes up the space that is missing.
    await unlink(unfinished).catch(() => undefined);
    throw error;
  }
  if (sync) await syncFolder(dirname(path));
}

/**
 * Syncs the names in a folder to the disk: without them, the files' contents are lost. Windows syncs
 * only what is open for writing, and its file systems may refuse it for folders. Their journals
 * keep names in order, and syncing a file that is made later takes the earlier names along.
 *
 * @throws the error of the disk
 */
export async function syncFolder(path: string): Promise<void> {
  const isWindows = process.platform === "win32";
  try {
    await syncOpened(path, isWindows ? "r+" : "r");
  } catch (error) {
    if (!isWindows) throw error;
  }
}

async function syncOpened(path: string, flags: "r" | "r+"): Promise<void> {
  const folder = await open(path, flags);
  try {
    await syncFile(folder);
  } finally {
    await folder.close();
  }
}

/** The size of a file with these pieces, in bytes. */
export function sizeOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

async function writeAll(path: string, pieces: readonly Buffer[], sync: boolean): Promise<void> {
  const bytes = sizeOf(pieces);
  const file = await open(path, "w", FILE_MODE);
  try {
    // Not concatenated, because that would take twice the memory.
    const { bytesWritten } = await file.writev([...pieces]);
    if (bytesWritten < bytes) throw Object.assign(new Error("cut short"), { code: "ENOSPC" });
    if (sync) await syncFile(file);
  } finally {
    await file.close();
  }
}
