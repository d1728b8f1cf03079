import type { RootDatabase } from "lmdb";
import type { Change } from "./group-commit.ts";
import { Headroom } from "./headroom.ts";

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

/** Writes changes into a store, each time all or none, in space that its file has already. */
export class LmdbWriter {
  readonly #database: RootDatabase<Buffer, string>;
  readonly #headroom: Headroom;
  readonly #pageBytes: number;
  #failure: unknown = undefined;

  /** `descriptor` is of the database's file, open for writing. */
  constructor(database: RootDatabase<Buffer, string>, descriptor: number) {
    const pageBytes = statsOf(database).pageSize;
    const usedBytes = () => (statsOf(database).lastPageNumber + 1) * pageBytes;
    this.#database = database;
    this.#pageBytes = pageBytes;
    this.#headroom = new Headroom({ descriptor, usedBytes });
  }

  /** Why LMDB has failed. Its memory is not to be trusted then, and it is left alone from there on. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Whether the file has little place left for what comes next. */
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

/** Documented by lmdb-js, and not in its types. */
function statsOf(database: RootDatabase<Buffer, string>): PageStats {
  return database.getStats() as PageStats;
}

interface PageStats {
  /** Bytes. */
  readonly pageSize: number;
  readonly lastPageNumber: number;
}
