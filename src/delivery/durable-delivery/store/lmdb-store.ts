import { constants, type FileHandle, open as openFile, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { open, type RootDatabase } from "lmdb";
import type { Clock } from "../../../types.ts";
import type { Timers } from "../../timers.ts";
import { FILE_MODE, STORE_FILE } from "../files/layout.ts";
import { syncData } from "../files/sync-file.ts";
import { type Change, GroupCommit, type Written } from "./group-commit.ts";
import { Growth } from "./growth.ts";
import { noteRemoved } from "./left-store.ts";
import { LmdbWriter } from "./lmdb-writer.ts";

/** What a store is opened with. */
export interface StoreOptions {
  /** A folder without a store in it. */
  readonly folder: string;
  readonly fsync: boolean;
  /** Bytes of records it will hold at most, more or less. */
  readonly maxBytes: number;
  readonly timers: Timers;
  readonly clock: Clock;
}

/** Records by event id, on the disk. One owner only ever writes and reads it by these means. */
export interface Store {
  /** See {@link GroupCommit.put}. */
  put(id: string, bytes: Buffer): Promise<Written> | undefined;
  /** With the next write, or shortly. */
  putLater(id: string, bytes: Buffer): void;
  /** With the next write, or shortly. */
  remove(id: string): void;
  /** Writes what waits. */
  tidy(): void;
  /** Resolves when everything is written, as far as it can be. */
  settle(): Promise<void>;
  /** See {@link GroupCommit.giveUp}. */
  giveUp(): void;
  /** Whether something can be written now. @throws when not */
  probe(): void;
  /** Whether LMDB has failed: nothing is ever written here again. */
  readonly isLost: boolean;
  /** Whoever reads it next learns what was removed and could not be written, too. @throws the error of the disk */
  close(): Promise<void>;
}

/** Less than this on the disk is a full disk: mapped files end a process when their pages have no place. */
const LEAST_FREE_BYTES = 512 * 1024;

/** LMDB's table of readers, in bytes: its size for 126 of them, generously. */
const LOCK_FILE_BYTES = 16 * 1024;

/** The map is address space and no memory: room for copies that are written before the old ones go. */
const MAP_FACTOR = 3;
const MAP_BASE_BYTES = 64 * 1024 * 1024;

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
    return new LmdbStore(database, file, options);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** What a store is made of while it is open. */
class LmdbStore implements Store {
  readonly #database: RootDatabase<Buffer, string>;
  readonly #file: FileHandle;
  readonly #folder: string;
  readonly #writer: LmdbWriter;
  readonly #growth: Growth;
  readonly #commits: GroupCommit;
  /** The last sync that began. */
  #synced: Promise<void> = Promise.resolve();

  constructor(
    database: RootDatabase<Buffer, string>,
    file: FileHandle,
    { folder, fsync, timers, clock }: StoreOptions,
  ) {
    this.#database = database;
    this.#file = file;
    this.#folder = folder;
    this.#writer = new LmdbWriter(database, file.fd);
    const soon = (task: () => void) => timers.soon(task);
    this.#growth = new Growth({
      isDue: () => this.#writer.isTight,
      grow: () => this.#writer.prepare(),
      syncSoon: () => this.#commits.syncSoon(),
      soon,
    });
    this.#commits = new GroupCommit({
      write: (changes) => this.#write(changes),
      sync: fsync ? () => this.#sync() : undefined,
      soon,
      later: (task, delayMs) => timers.schedule(task, delayMs, { holdProcess: true }),
      now: () => clock.monotonic(),
    });
    // Before the first call asks for any.
    this.#growth.look();
  }

  get isLost(): boolean {
    return this.#writer.failure !== undefined;
  }

  put(id: string, bytes: Buffer): Promise<Written> | undefined {
    return this.#commits.put(id, bytes);
  }

  putLater(id: string, bytes: Buffer): void {
    this.#commits.putLater(id, bytes);
  }

  remove(id: string): void {
    this.#commits.remove(id);
  }

  tidy(): void {
    this.#commits.tidy();
  }

  settle(): Promise<void> {
    return this.#commits.settle();
  }

  giveUp(): void {
    this.#commits.giveUp();
  }

  probe(): void {
    this.#commits.assertAnswering();
    this.#writer.write([{ put: PROBE_ID, bytes: Buffer.alloc(PROBE_BYTES) }]);
    this.#writer.write([{ remove: PROBE_ID }]);
  }

  async close(): Promise<void> {
    this.#growth.end();
    await this.#commits.settle();
    try {
      if (!this.isLost) await this.#database.close();
      // Before the file is closed, which waits for a sync that hangs: the process may end meanwhile.
      await this.#noteRemoved();
    } finally {
      await this.#synced.catch(ignore);
      await this.#file.close();
    }
    // What was removed meanwhile, too.
    await this.#noteRemoved();
  }

  #write(changes: readonly Change[]): void {
    this.#writer.write(changes);
    this.#growth.look();
  }

  #sync(): Promise<void> {
    this.#synced = syncData(this.#file);
    return this.#synced;
  }

  #noteRemoved(): Promise<void> {
    return noteRemoved(this.#folder, this.#commits.unremoved);
  }
}

/** Whoever asked for it has met it. */
function ignore(): void {}

async function assertSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= LEAST_FREE_BYTES) return;
  throw Object.assign(new Error("no space left on the disk"), { code: "ENOSPC" });
}
