import type { RootDatabase } from "lmdb";
import type { Change } from "./group-commit.ts";
import { Headroom, type HeadroomParts } from "./headroom.ts";

/** A change copies its leaf, and may split it. */
const LEAVES_PER_CHANGE = 2;

/**
 * Pages on the path from the root that a single change copies, including those of the free list.
 */
const BRANCHES_PER_CHANGE = 2;

/**
 * Many changes share their paths: there is at most one branch page for this many pages, plus a few.
 */
const PAGES_PER_BRANCH = 32;
const SPARE_BRANCHES = 32;

/**
 * Smaller records are stored in leaves, at least two in each; larger ones get pages of their own.
 */
const LEAST_OWN_PAGES_BYTES = 1_900;

/** Pages reserved for removals, so that even on a full disk records can be removed. */
const RESERVED_PAGES = 64;

/** Removals without other changes are written in groups small enough for the reserve. */
const REMOVALS_AT_ONCE = 8;

/** Writes changes to a store, each time all or none, within space that its file already has. */
export class LmdbWriter {
  readonly #database: RootDatabase<Buffer, string>;
  readonly #headroom: Headroom;
  readonly #pageBytes: number;
  #failure: unknown = undefined;

  /** `file`: that of the database. */
  constructor(
    database: RootDatabase<Buffer, string>,
    file: Pick<HeadroomParts, "descriptor" | "assertRoom">,
  ) {
    const pageBytes = statsOf(database).pageSize;
    const usedBytes = () => (statsOf(database).lastPageNumber + 1) * pageBytes;
    this.#database = database;
    this.#pageBytes = pageBytes;
    this.#headroom = new Headroom({ ...file, usedBytes });
  }

  /** Why LMDB has failed. Its memory cannot be trusted then, and it is not used any more. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Whether the file has little space left. */
  get isTight(): boolean {
    return this.#failure === undefined && this.#headroom.isLow;
  }

  /** See {@link Headroom.prepare}. @throws the error of the disk */
  prepare(): boolean {
    return this.#headroom.prepare();
  }

  /** @throws the error of the disk, or LMDB's */
  write(changes: readonly Change[]): void {
    if (changes.some((change) => "put" in change)) {
      this.#commit(changes, RESERVED_PAGES);
      return;
    }
    for (let at = 0; at < changes.length; at += REMOVALS_AT_ONCE) {
      this.#commit(changes.slice(at, at + REMOVALS_AT_ONCE), 0);
    }
  }

  /** Upper bound of the pages written for the changes. */
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
    if (this.#failure !== undefined) throw this.#failure;
    const pageBytes = this.#pageBytes;
    this.#headroom.reserve(this.#pagesOf(changes) * pageBytes, reservedPages * pageBytes);
    const database = this.#database;
    try {
      database.transactionSync(() => {
        for (const change of changes) {
          if ("put" in change) void database.put(change.put, change.bytes);
          else void database.remove(change.remove);
        }
      });
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }
}

/** Documented by lmdb-js, but missing in its types. */
function statsOf(database: RootDatabase<Buffer, string>): PageStats {
  return database.getStats() as PageStats;
}

interface PageStats {
  /** In bytes. */
  readonly pageSize: number;
  readonly lastPageNumber: number;
}
