import { closeSync, openSync } from "node:fs";
import { constants, type FileHandle, open as openFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { open, type RootDatabase } from "lmdb";
import type { Clock } from "../../../types.ts";
import type { Timers } from "../../timers.ts";
import { assertRoomNow, assertSpace, assertSpaceNow } from "../files/free-space.ts";
import { FILE_MODE, STORE_FILE } from "../files/layout.ts";
import { syncData } from "../files/sync-file.ts";
import { type Change, GroupCommit, type Written } from "./group-commit.ts";
import { Growth } from "./growth.ts";
import { noteRemoved } from "./left-store.ts";
import { LmdbWriter } from "./lmdb-writer.ts";

/** What {@link createStore} needs. */
export interface StoreOptions {
  /** A folder without a store in it. */
  readonly folder: string;
  readonly fsync: boolean;
  /** Approximate maximum size of all records in bytes. */
  readonly maxBytes: number;
  readonly timers: Timers;
  readonly clock: Clock;
}

/** Records by event id, on the disk. Written and read by a single owner only. */
export interface Store {
  /** See {@link GroupCommit.put}. */
  put(id: string, bytes: Buffer): Promise<Written> | undefined;
  /** With the next write, or shortly. */
  putLater(id: string, bytes: Buffer): void;
  /** With the next write, or shortly. */
  remove(id: string): void;
  /** Writes what is waiting. */
  tidy(): void;
  /** Resolves when everything is written, as far as possible. */
  settle(): Promise<void>;
  /** See {@link GroupCommit.giveUp}. */
  giveUp(): void;
  /** Checks that something can be written now. @throws if not */
  probe(): void;
  /** Whether LMDB has failed: nothing is ever written here again. */
  readonly isLost: boolean;
  /**
   * Removals that could not be written are noted for the next reader.
   *
   * @throws the error of the disk
   */
  close(): Promise<void>;
}

/** Size of LMDB's reader table in bytes: that of 126 readers, with a margin. */
const LOCK_FILE_BYTES = 16 * 1024;

/**
 * LMDB opens three files at once, and crashes the process if it cannot: lmdb-js then uses what it
 * has freed. A few more, because other threads open files too.
 */
const DESCRIPTORS = 8;

/**
 * The map is address space, not memory: room for new copies that are written before the old ones
 * are freed.
 */
const MAP_FACTOR = 3;
const MAP_BASE_BYTES = 64 * 1024 * 1024;

/**
 * The largest map: LMDB crashes the process if the address space is too small for it, and some
 * kernels have 39 bits of it. More than a store ever needs, since spill files take the rest.
 */
const MAX_MAP_BYTES = 128 * 1024 ** 3;

const PROBE_ID = "probe";
const PROBE_BYTES = 8 * 1024;

/**
 * Creates a store in an empty folder. LMDB never opens a file that an earlier process left, because
 * a damaged one could crash this process; such files are read without LMDB (see `page-reader.ts`).
 * LMDB commits without syncing; syncs are done separately, off the event loop.
 *
 * @throws the error of the disk.
 */
export async function createStore(options: StoreOptions): Promise<Store> {
  const { folder, maxBytes } = options;
  await assertSpace(folder);
  const path = join(folder, STORE_FILE);
  const file = await openFile(path, constants.O_RDWR | constants.O_CREAT, FILE_MODE);
  try {
    // Written out, so that its pages are allocated on the disk before they are mapped.
    await writeFile(`${path}-lock`, Buffer.alloc(LOCK_FILE_BYTES), { mode: FILE_MODE });
    assertDescriptors(path);
    // Once more: others may have filled the disk, and LMDB crashes the process if it cannot create
    // its file, too.
    assertSpaceNow(folder);
    const database = open<Buffer, string>({
      path,
      noSubdir: true,
      encoding: "binary",
      noSync: true,
      overlappingSync: false,
      mapSize: Math.min(maxBytes * MAP_FACTOR + MAP_BASE_BYTES, MAX_MAP_BYTES),
      maxDbs: 1,
    });
    return new LmdbStore(database, file, options);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** An open store. */
class LmdbStore implements Store {
  readonly #database: RootDatabase<Buffer, string>;
  readonly #file: FileHandle;
  readonly #folder: string;
  readonly #writer: LmdbWriter;
  readonly #growth: Growth;
  readonly #commits: GroupCommit;
  /** The last sync that was started. */
  #synced: Promise<void> = Promise.resolve();

  constructor(
    database: RootDatabase<Buffer, string>,
    file: FileHandle,
    { folder, fsync, timers, clock }: StoreOptions,
  ) {
    this.#database = database;
    this.#file = file;
    this.#folder = folder;
    this.#writer = new LmdbWriter(database, {
      descriptor: file.fd,
      assertRoom: (bytes) => assertRoomNow(folder, bytes),
    });
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
    // Before the first call needs space.
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
      // Before the file is closed, which waits for a hanging sync: the process may end meanwhile.
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

/** The caller got the same error already. */
function ignore(): void {}

/** @throws the error of the system if this process may not open as many files as LMDB will. */
function assertDescriptors(path: string): void {
  const opened: number[] = [];
  try {
    while (opened.length < DESCRIPTORS) opened.push(openSync(path, "r"));
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}
