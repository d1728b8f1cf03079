import { fdatasync, fsync } from "node:fs";

/** A file that is open. */
interface Opened {
  readonly fd: number;
  sync(): Promise<void>;
  datasync(): Promise<void>;
}

/**
 * Brings a file, or the names in a folder, to the disk. By the descriptor: the handles of Node.js have a
 * method for that, and those of file systems that are put in its place (Yarn's Plug'n'Play) have none that works.
 * Whoever closes the file waits for this first.
 *
 * @throws the error of the disk
 */
export function syncFile(file: Opened): Promise<void> {
  return syncBy(fsync, file, () => file.sync());
}

/** As {@link syncFile}, without what nobody needs to read it again. @throws the error of the disk */
export function syncData(file: Opened): Promise<void> {
  return syncBy(fdatasync, file, () => file.datasync());
}

/** Where Node.js has permissions (`--permission`, from 22 on), it refuses this by a descriptor, and not by its handles. */
async function syncBy(
  sync: typeof fsync,
  { fd }: Opened,
  byHandle: () => Promise<void>,
): Promise<void> {
  const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => sync(fd, resolve));
  // No other error: a disk that has failed once says of the next sync that all is well.
  if (error?.code === "ERR_ACCESS_DENIED") await byHandle();
  else if (error !== null) throw error;
}
