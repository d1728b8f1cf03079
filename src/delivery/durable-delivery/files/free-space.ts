import { statfsSync } from "node:fs";
import { statfs } from "node:fs/promises";

/** With less free space than this, no store is opened. */
const LEAST_BYTES = 512 * 1024;

/**
 * Events leave this much of a disk free: the next processes need it to open stores of their own. On a
 * disk that the outbox has filled by itself, none could, and what is there would never be sent.
 */
const FOR_NEXT_BYTES = 1024 * 1024;

/** What a file system tells of its space, in blocks of `bsize` bytes. */
interface Space {
  readonly bsize: number;
  readonly blocks: number;
  readonly bavail: number;
}

/** Checks that a store can be opened in a folder. @throws the error of the disk */
export async function assertSpace(folder: string): Promise<void> {
  assertFree(await statfs(folder), LEAST_BYTES);
}

/** Like {@link assertSpace}, at this moment. @throws the error of the disk */
export function assertSpaceNow(folder: string): void {
  const space = spaceOf(folder);
  if (space !== undefined) assertFree(space, LEAST_BYTES);
}

/** Checks that a folder's disk has space for so many bytes of events. @throws the error of the disk */
export async function assertRoom(folder: string, bytes: number): Promise<void> {
  assertFree(await statfs(folder), bytes + FOR_NEXT_BYTES);
}

/** Like {@link assertRoom}, at this moment. @throws the error of the disk */
export function assertRoomNow(folder: string, bytes: number): void {
  const space = spaceOf(folder);
  if (space !== undefined) assertFree(space, bytes + FOR_NEXT_BYTES);
}

/** Undefined if the folder has moved, for example: what follows knows that itself. */
function spaceOf(folder: string): Space | undefined {
  try {
    return statfsSync(folder);
  } catch {
    return undefined;
  }
}

function assertFree({ blocks, bavail, bsize }: Space, bytes: number): void {
  // Without a size (a tmpfs without a limit, some of FUSE), a file system tells no free space either.
  if (blocks === 0 || bavail * bsize >= bytes) return;
  throw Object.assign(new Error("no space left on the disk"), { code: "ENOSPC" });
}
