import { readdir } from "node:fs/promises";

/** What the system says of a file that is not there. */
const ABSENT: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR"]);

/**
 * What `look` gives; undefined where there is nothing to see. Other failures stay failures: a process
 * that is out of file descriptors must not take what it cannot see for gone.
 *
 * @throws the error of the disk
 */
export async function ifThere<T>(look: Promise<T>): Promise<T | undefined> {
  return look.catch((error: unknown) => {
    if (ABSENT.has((error as NodeJS.ErrnoException).code)) return undefined;
    throw error;
  });
}

/** The names in a folder, none where it is not there. @throws the error of the disk */
export async function namesIn(folder: string): Promise<readonly string[]> {
  return (await ifThere(readdir(folder))) ?? [];
}
