import { fdatasync, fsync } from "node:fs";

/** A file that is open. */
interface Opened {
  readonly fd: number;
}

/**
 * Brings a file, or the names in a folder, to the disk. By the descriptor: the handles of Node.js have a
 * method for that, and those of file systems that are put in its place (Yarn's Plug'n'Play) have none that works.
 * Whoever closes the file waits for this first.
 *
 * @throws the error of the disk
 */
export function syncFile({ fd }: Opened): Promise<void> {
  return new Promise((resolve, reject) => fsync(fd, answerTo(resolve, reject)));
}

/** As {@link syncFile}, without what nobody needs to read it again. @throws the error of the disk */
export function syncData({ fd }: Opened): Promise<void> {
  return new Promise((resolve, reject) => fdatasync(fd, answerTo(resolve, reject)));
}

function answerTo(resolve: () => void, reject: (error: Error) => void) {
  return (error: Error | null): void => (error === null ? resolve() : reject(error));
}
