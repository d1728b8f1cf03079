import { constants, type FileHandle, open as openFile, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { open, type RootDatabase } from "lmdb";
import type { Timers } from "../timers.ts";
import { type Change, GroupCommit } from "./group-commit.ts";
import { Headroom } from "./headroom.ts";
import { FILE_MODE, STORE_FILE } from "./layout.ts";

/** What a store is opened with. */
export interface StoreOptions {
  /** A folder without a store in it. */
  readonly folder: string;
  readonly fsync: boolean;
  /** Bytes of records it will hold at most, more or less. */
  readonly maxBytes: number;
  readonly timers: Timers;
}

/** Records by event id, on the disk. One owner only ever writes and reads it by these means. */
export interface Store {
  /** See {@link GroupCommit.put}. */
  put(id: string, bytes: Buffer): Promise<void> | undefined;
  /** With the next write, or shortly. */
  putLater(id: string, bytes: Buffer): void;
  /** With the next write, or shortly. */
  remove(id: string): void;
  read(id: string): Buffer | undefined;
  /** Writes what waits. */
  tidy(): void;
  /** Whether something can be written now. @throws when not */
  probe(): void;
  close(): Promise<void>;
}

/** Less than this on the disk is a full disk: mapped files end a process when their pages have no place. */
const LEAST_FREE_BYTES = 512 * 1024;

/** LMDB's table of readers, in bytes: its size for 126 of them, generously. */
const LOCK_FILE_BYTES = 16 * 1024;

/** The map is address space and no memory: room for copies that are written before the old ones go. */
const MAP_FACTOR = 3;
const MAP_BASE_BYTES = 64 * 1024 * 1024;

/** A change copies the leaf it is in, and may split it. */
const LEAVES_PER_CHANGE = 2;

/** Pages on the way from the root that a single change copies, those of free pages included. */
const BRANCHES_PER_CHANGE = 2;

/** Many changes share their ways: there is not more than one branch for so many pages, and a few. */
const PAGES_PER_BRANCH = 32;
const SPARE_BRANCHES = 32;

/** Smaller records lie in the leaves, two at least in each; larger ones have pages of their own. */
const LEAST_OWN_PAGES_BYTES = 1_900;

/** Pages that only removals may use, so that a full disk does not keep what it could let go. */
const RESERVED_PAGES = 64;

/** Removals alone are written in groups that the reserve is enough for. */
const REMOVALS_AT_ONCE = 8;

const PROBE_ID = "probe";
const PROBE_BYTES = 8 * 1024;

/**
 * A new store in an empty folder. LMDB never opens a file that an earlier process left: a
 * damaged one could end this process, and reading it needs no LMDB (see `page-reader.ts`).
 * LMDB commits without syncing; syncing is a matter of its own, off the event loop.
 *
 * @throws the error of the disk.
 */
export async function createStore(options: StoreOptions): Promise<Store> {
  const { folder, maxBytes } = options;
  await assertSpace(folder);
  const path = join(folder, STORE_FILE);
  const file = await openFile(path, constants.O_RDWR | constants.O_CREAT, FILE_MODE);
  try {
    // Written out, so that its pages have their places on the disk before they are mapped.
    await writeFile(`${path}-lock`, Buffer.alloc(LOCK_FILE_BYTES), { mode: FILE_MODE });
    const database = open<Buffer, string>({
      path,
      noSubdir: true,
      encoding: "binary",
      noSync: true,
      overlappingSync: false,
      mapSize: maxBytes * MAP_FACTOR + MAP_BASE_BYTES,
      maxDbs: 1,
    });
    return storeOf(database, file, options);
  } catch (error) {
    await file.close();
    throw error;
  }
}

function storeOf(
  database: RootDatabase<Buffer, string>,
  file: FileHandle,
  { fsync, timers }: StoreOptions,
): Store {
  const writer = new Writer(database, file.fd);
  const commits = new GroupCommit({
    write: (changes) => writer.write(changes),
    sync: fsync ? () => file.datasync() : undefined,
    later: (task, delayMs) => timers.schedule(task, delayMs, { holdProcess: true }),
  });
  return {
    put: (id, bytes) => commits.put(id, bytes),
    putLater: (id, bytes) => commits.putLater(id, bytes),
    remove: (id) => commits.remove(id),
    read: (id) => database.getBinary(id),
    tidy: () => commits.tidy(),
    probe() {
      writer.write([{ put: PROBE_ID, bytes: Buffer.alloc(PROBE_BYTES) }]);
      writer.write([{ remove: PROBE_ID }]);
    },
    async close() {
      await commits.settle();
      if (writer.failure === undefined) await database.close();
      await file.close();
    },
  };
}

/** Writes changes, each time all or none, in space that the file has already. */
class Writer {
  /** Why LMDB has failed. Its memory is not to be trusted then, and it is left alone from there on. */
  failure: unknown = undefined;
  readonly #database: RootDatabase<Buffer, string>;
  readonly #headroom: Headroom;
  readonly #pageBytes: number;

  constructor(database: RootDatabase<Buffer, string>, descriptor: number) {
    const pageBytes = statsOf(database).pageSize;
    const usedBytes = () => (statsOf(database).lastPageNumber + 1) * pageBytes;
    this.#database = database;
    this.#pageBytes = pageBytes;
    this.#headroom = new Headroom({ descriptor, usedBytes });
  }

  write(changes: readonly Change[]): void {
    if (changes.some((change) => "put" in change)) {
      this.#commit(changes, RESERVED_PAGES);
      return;
    }
    for (let at = 0; at < changes.length; at += REMOVALS_AT_ONCE) {
      this.#commit(changes.slice(at, at + REMOVALS_AT_ONCE), 0);
    }
  }

  /** Pages that are written for changes at most. */
  #pagesOf(changes: readonly Change[]): number {
    const branches = Math.min(
      changes.length * BRANCHES_PER_CHANGE,
      SPARE_BRANCHES + this.#headroom.allocatedBytes / this.#pageBytes / PAGES_PER_BRANCH,
    );
    let pages = changes.length * LEAVES_PER_CHANGE + Math.ceil(branches);
    for (const change of changes) {
      if (!("put" in change) || change.bytes.length < LEAST_OWN_PAGES_BYTES) continue;
      pages += Math.ceil(change.bytes.length / this.#pageBytes) + 1;
    }
    return pages;
  }

  #commit(changes: readonly Change[], reservedPages: number): void {
    if (this.failure !== undefined) throw this.failure;
    this.#headroom.reserve((this.#pagesOf(changes) + reservedPages) * this.#pageBytes);
    const database = this.#database;
    try {
      database.transactionSync(() => {
        for (const change of changes) {
          if ("put" in change) void database.put(change.put, change.bytes);
          else void database.remove(change.remove);
        }
      });
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}

/** Documented by lmdb-js, and not in its types. */
function statsOf(database: RootDatabase<Buffer, string>): PageStats {
  return database.getStats() as PageStats;
}

interface PageStats {
  /** Bytes. */
  readonly pageSize: number;
  readonly lastPageNumber: number;
}

async function assertSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= LEAST_FREE_BYTES) return;
  throw Object.assign(new Error("no space left on the disk"), { code: "ENOSPC" });
}
