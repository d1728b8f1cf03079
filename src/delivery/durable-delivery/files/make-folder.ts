import { lstat, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { FOLDER_MODE } from "./layout.ts";

/**
 * Creates a folder and its missing parents. The `recursive` option of Node.js loops forever on file
 * systems that deny that an existing folder exists (`/proc`, automounters), and its thread keeps
 * the process from ending.
 *
 * @throws the error of the disk
 */
export async function makeFolder(path: string): Promise<void> {
  if (await isMade(path)) return;
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent);
  await mkdir(path, { mode: FOLDER_MODE }).catch((error: unknown) => unlessThere(path, error));
}

/**
 * Creates a folder of the outbox, which somebody may have removed, but not its parent: an outbox that
 * is gone as a whole must not come back.
 *
 * @throws the error of the disk
 */
export async function makeFolderAgain(path: string): Promise<void> {
  // A link in its place leads to where others may read what is written.
  if ((await isMade(path)) && !(await lstat(path)).isSymbolicLink()) return;
  throw Object.assign(new Error("the outbox is gone"), { code: "ENOENT" });
}

/** Returns false if a parent is missing, according to the system's error. */
async function isMade(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: FOLDER_MODE });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    await unlessThere(path, error);
  }
  return true;
}

/**
 * Another process may have created it first, and some systems complain about modes before they
 * check.
 */
async function unlessThere(path: string, error: unknown): Promise<void> {
  const isThere = await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!isThere) throw error;
}
