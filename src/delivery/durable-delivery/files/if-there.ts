import { lstat, readdir } from "node:fs/promises";

/** Error codes for a missing file. */
const ABSENT: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR"]);

/**
 * The result of `look`; undefined if the file does not exist. Other errors stay errors: a process
 * without free file descriptors must not mistake a file for missing.
 *
 * @throws the error of the disk
 */
export async function ifThere<T>(look: Promise<T>): Promise<T | undefined> {
  return look.catch((error: unknown) => {
    if (ABSENT.has((error as NodeJS.ErrnoException).code)) return undefined;
    throw error;
  });
}

/**
 * The names in a folder; none if it does not exist, or if somebody has put a symbolic link in its
 * place: what is elsewhere is not the outbox's to send, move or remove.
 *
 * @throws the error of the disk
 */
export async function namesIn(folder: string): Promise<readonly string[]> {
  const names = (await ifThere(readdir(folder))) ?? [];
  const isLink = names.length > 0 && (await ifThere(lstat(folder)))?.isSymbolicLink() === true;
  return isLink ? [] : names;
}
