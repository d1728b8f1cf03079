import type { Clock } from "../../types.ts";
import type { Timers } from "../timers.ts";
import { DISK_PATIENCE_MS, unansweredError } from "./disk-patience.ts";
import type { Written } from "./group-commit.ts";
import type { Layout } from "./layout.ts";
import type { Store } from "./lmdb-store.ts";
import type { DurableSettings } from "./options.ts";
import type { Quota } from "./quota.ts";
import { beginTenure, endTenure, syncFolders, type Tenure } from "./tenure.ts";

/** After a failure the disk is left alone for so long, in milliseconds. */
const REST_MS = 1_000;

/** What a call takes at least, for the question whether there is room for one more. */
const CALL_BYTES = 4 * 1024;

/** What a {@link Safe} works with. */
export interface SafeParts {
  readonly settings: DurableSettings;
  readonly layout: Layout;
  readonly timers: Timers;
  readonly clock: Clock;
  readonly quota: Quota;
  /** Told of each failure, and of the first success after one. */
  readonly onTrouble: (error: unknown) => void;
  readonly onRelief: () => void;
}

/** The records of this process on the disk, as far as the disk takes them. */
export class Safe {
  readonly #parts: SafeParts;
  /** Bytes of what is on the disk, by event id. */
  readonly #held = new Map<string, number>();
  #store: Store | undefined = undefined;
  #tenure: Tenure | undefined = undefined;
  #failure: { readonly error: unknown; readonly at: number } | undefined = undefined;
  #opening: Promise<void> | undefined = undefined;
  /** The same, for as long as anybody waits for it. */
  #awaited: Promise<void> | undefined = undefined;
  #closed: { readonly shelfIsEmpty: boolean } | undefined = undefined;

  constructor(parts: SafeParts) {
    this.#parts = parts;
  }

  /** Undefined when there is no place of ours on the disk. */
  get tenure(): Tenure | undefined {
    return this.#tenure;
  }

  /** Why nothing can be kept; undefined as long as it can. */
  get failure(): unknown {
    return this.#failure?.error;
  }

  /** Whether a further try is due after a failure. */
  get rested(): boolean {
    return this.#failure === undefined || this.#now() - this.#failure.at >= REST_MS;
  }

  /** Whether there is room for a call within `maxBytes`. */
  get hasRoom(): boolean {
    return this.#parts.quota.fits(CALL_BYTES);
  }

  /**
   * Opens a store of our own, if there is none and the last try was not just now; those who ask
   * meanwhile wait for the same one, and all of them no longer than a disk has for an answer. Never
   * rejects.
   */
  async open(): Promise<void> {
    if (this.#opening === undefined) {
      if (this.#store !== undefined || this.#closed !== undefined || !this.rested) return;
      this.#begin(this.#open());
    }
    await this.#awaited;
  }

  /**
   * Begins a new file where the old one is what fills the disk: it keeps its size, and nothing is in
   * it any more. Only while nothing is on the shelf, which lies beside it. Never rejects.
   */
  async renew(): Promise<void> {
    if (this.#opening !== undefined || this.#store === undefined || this.#closed !== undefined)
      return;
    if (this.#held.size > 0 || !this.isDiskFull) return;
    this.#begin(this.#renew());
    await this.#awaited;
  }

  /** Whether the last try found no room on the disk, whatever `maxBytes` says. */
  get isDiskFull(): boolean {
    return isDiskFull(this.#failure?.error);
  }

  holds(id: string): boolean {
    return this.#held.has(id);
  }

  /**
   * Whether the record is kept, now or in a moment; never throws or rejects. `beyondQuota` is
   * for what was on this disk before; an event whose call is there has its place too.
   */
  keep(id: string, bytes: Buffer, beyondQuota = false): boolean | Promise<boolean> {
    const store = this.#store;
    if (store === undefined || !this.rested) return false;
    const before = this.#held.get(id);
    const { quota } = this.#parts;
    const hasPlace = beyondQuota || before !== undefined;
    if (!hasPlace && !quota.fits(bytes.length)) return this.#refuse();
    try {
      const stored = store.put(id, bytes);
      this.#held.set(id, bytes.length);
      quota.charge(bytes.length - (before ?? 0));
      if (stored !== undefined) return this.#confirm(id, stored);
      this.#relieve();
      return true;
    } catch (error) {
      return this.#refuse(error);
    }
  }

  /** A later state of what is kept, in its place; worth no wait, and no failure when it is lost. */
  replaceLater(id: string, bytes: Buffer): void {
    const before = this.#held.get(id);
    if (before === undefined) return;
    this.#held.set(id, bytes.length);
    this.#parts.quota.charge(bytes.length - before);
    this.#store?.putLater(id, bytes);
  }

  drop(id: string): void {
    if (!this.#forgetBytes(id)) return;
    this.#store?.remove(id);
  }

  /** Writes what waits. */
  tidy(): void {
    this.#store?.tidy();
  }

  /** Resolves when it is known of everything whether the disk takes it, and those who asked have been told. */
  async settle(): Promise<void> {
    await this.#store?.settle();
    await new Promise<void>((resolve) => this.#parts.timers.soon(resolve));
  }

  /** Whether something could be kept now, tried out where the last try failed. */
  isUsable(): boolean {
    if (this.#store === undefined || !this.hasRoom) return false;
    if (this.#failure === undefined) return true;
    if (!this.rested) return false;
    try {
      this.#store.probe();
      this.#relieve();
      return true;
    } catch (error) {
      return this.#refuse(error);
    }
  }

  /** The store is another owner's by now, or of no use: leaves it as it is. */
  async abandon(): Promise<void> {
    const store = this.#store;
    this.#store = undefined;
    this.#tenure = undefined;
    this.#held.clear();
    this.#parts.quota.end();
    await store?.close().catch(() => undefined);
  }

  /**
   * Closes the store and leaves what is in its folder to the next process. One that is still being
   * opened, on a slow disk, closes when it is: nobody waits for that beyond a deadline.
   */
  async close(end: { readonly shelfIsEmpty: boolean }): Promise<void> {
    this.#closed = end;
    if (this.#opening === undefined) await this.#end(end);
  }

  #begin(opening: Promise<void>): void {
    this.#opening = opening;
    this.#awaited = new Promise((resolve) => {
      const cancelTimer = this.#parts.timers.schedule(
        () => {
          this.#fail(unansweredError());
          resolve();
        },
        DISK_PATIENCE_MS,
        { holdProcess: true },
      );
      void opening.then(() => {
        cancelTimer();
        resolve();
      });
    });
  }

  async #renew(): Promise<void> {
    await this.#discard();
    await this.#open();
  }

  /** Gives up the store and its folder, in which nothing is kept that anybody waits for. */
  async #discard(): Promise<void> {
    const tenure = this.#tenure;
    await this.abandon();
    if (tenure !== undefined) await endTenure(tenure, true).catch(() => undefined);
  }

  async #open(): Promise<void> {
    await this.#tryToOpen();
    this.#opening = undefined;
    if (this.#closed !== undefined) await this.#end(this.#closed);
  }

  /** Nobody sees the folder or the store before both are there to stay: nothing comes into what fails. */
  async #tryToOpen(): Promise<void> {
    const { layout, settings, timers, quota } = this.#parts;
    let tenure: Tenure | undefined;
    let store: Store | undefined;
    try {
      const { createStore } = await import("./lmdb-store.ts");
      tenure = await beginTenure(layout);
      // Others take an owner that has told nothing by its file, which is larger than its records.
      await quota.begin(tenure.folder);
      const { fsync, maxBytes } = settings;
      store = await createStore({ folder: tenure.folder, fsync, maxBytes, timers });
      if (fsync) await syncFolders(layout, tenure);
      this.#tenure = tenure;
      this.#store = store;
      this.#relieve();
    } catch (error) {
      this.#fail(error);
      quota.end();
      await store?.close().catch(() => undefined);
      if (tenure !== undefined) await endTenure(tenure, true).catch(() => undefined);
    }
  }

  async #end({ shelfIsEmpty }: { readonly shelfIsEmpty: boolean }): Promise<void> {
    const tenure = this.#tenure;
    const empty = this.#held.size === 0 && shelfIsEmpty;
    // Whoever comes next counts what is left here.
    if (!empty) this.#parts.quota.look();
    // From here on nobody finds a place here.
    this.#tenure = undefined;
    await this.#store?.close().catch(() => undefined);
    this.#store = undefined;
    if (tenure !== undefined) await endTenure(tenure, empty).catch(() => undefined);
  }

  async #confirm(id: string, stored: Promise<Written>): Promise<boolean> {
    try {
      const { unsynced } = await stored;
      // It is in the file all the same, and leaves it with its event.
      if (unsynced !== undefined) return this.#refuse(unsynced);
      this.#relieve();
      return true;
    } catch (error) {
      this.#forgetBytes(id);
      return this.#refuse(error);
    }
  }

  #forgetBytes(id: string): boolean {
    const bytes = this.#held.get(id);
    if (bytes === undefined) return false;
    this.#held.delete(id);
    this.#parts.quota.charge(-bytes);
    return true;
  }

  #refuse(error: unknown = new Error("maxBytes is reached")): false {
    this.#fail(error);
    return false;
  }

  #fail(error: unknown): void {
    this.#failure = { error, at: this.#now() };
    this.#parts.onTrouble(error);
  }

  #relieve(): void {
    if (this.#failure === undefined) return;
    this.#failure = undefined;
    this.#parts.onRelief();
  }

  #now(): number {
    return this.#parts.clock.monotonic();
  }
}

function isDiskFull(error: unknown): boolean {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return code === "ENOSPC" || code === "EDQUOT";
}
