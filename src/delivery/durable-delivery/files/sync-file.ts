import { fdatasync, fsync } from "node:fs";

/** An open file. */
interface Opened {
  readonly fd: number;
  sync(): Promise<void>;
  datasync(): Promise<void>;
}

/**
 * Syncs a file, or the names in a folder, to the disk. By the descriptor, because the file handles
 * of some replacement file systems (Yarn's Plug'n'Play) have no working `sync`. The file must not
 * be closed before this resolves.
 *
 * @throws the error of the disk
 */
export function syncFile(file: Opened): Promise<void> {
  return syncBy(fsync, file, () => file.sync());
}

/**
 * Like {@link syncFile}, without metadata that is not needed to read the file.
 *
 * @throws the error of the disk
 */
export function syncData(file: Opened): Promise<void> {
  return syncBy(fdatasync, file, () => file.datasync());
}

const DENIED = "ERR_ACCESS_DENIED";

/**
 * With the Node.js permission model (`--permission`, from 22 on), syncing by descriptor is denied;
 * by file handle it is from 24.22 on, and no permission allows it.
 */
async function syncBy(
  sync: typeof fsync,
  { fd }: Opened,
  byHandle: () => Promise<void>,
): Promise<void> {
  const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => sync(fd, resolve));
  // Not after other errors: a disk whose sync has failed may report success for the next one.
  if (error?.code === DENIED) await byHandle().catch(explainDenial);
  else if (error !== null) throw error;
}

function explainDenial(error: NodeJS.ErrnoException): never {
  if (error.code !== DENIED) throw error;
  const message = "Node.js with --permission denies fsync; the option fsync: false does without";
  throw new Error(message, { cause: error });
}
