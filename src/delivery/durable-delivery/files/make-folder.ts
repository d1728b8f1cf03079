import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { FOLDER_MODE } from "./layout.ts";

/**
 * Makes a folder, and those above it that are missing. Node's own way (`recursive`) tries for ever
 * where a file system says of a folder that is there that it is not (`/proc`, automounters), and
 * the thread that does so keeps the process from ending.
 *
 * @throws the error of the disk
 */
export async function makeFolder(path: string): Promise<void> {
  if (await isMade(path)) return;
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent);
  await mkdir(path, { mode: FOLDER_MODE }).catch((error: unknown) => unlessThere(path, error));
}

/** False where what lies above is missing, by what the system says. */
async function isMade(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: FOLDER_MODE });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    await unlessThere(path, error);
  }
  return true;
}

/** Another process may have been first, and some systems complain of their modes before they look. */
async function unlessThere(path: string, error: unknown): Promise<void> {
  const isThere = await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!isThere) throw error;
}
