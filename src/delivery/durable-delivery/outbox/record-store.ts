import type { Timers } from "../../timers.ts";
import { withinDeadline } from "../../within-deadline.ts";
import type { Layout } from "../files/layout.ts";
import type { DurableSettings } from "../options.ts";
import {
  beginOwnership,
  endOwnership,
  type Ownership,
  syncFolders,
} from "../recovery/ownership.ts";
import { isDoneInTime, unansweredError } from "../store/disk-patience.ts";
import type { Written } from "../store/group-commit.ts";
import { HeldRecords } from "../store/held-records.ts";
import type { Store } from "../store/lmdb-store.ts";
import { Replacements } from "../store/replacements.ts";
import { DiskHealth, type DiskHealthParts } from "./disk-health.ts";
import type { Quota } from "./quota.ts";

/** What a call takes at least, for the question whether there is room for one more. */
const CALL_BYTES = 4 * 1024;

/** What a {@link RecordStore} works with. */
export interface RecordStoreParts extends DiskHealthParts {
  readonly settings: DurableSettings;
  readonly layout: Layout;
  readonly timers: Timers;
  readonly quota: Quota;
}

/** Where records are kept. */
interface Place {
  readonly ownership: Ownership;
  readonly store: Store;
}

/** The records of this process on the disk, as far as the disk takes them. */
export class RecordStore {
  readonly #parts: RecordStoreParts;
  readonly #health: DiskHealth;
  /** By event id. */
  readonly held: HeldRecords = new HeldRecords();
  #place: Place | undefined = undefined;
  /** One that is under way; `awaited` for as long as anybody waits for it. */
  #opening: { readonly awaited: Promise<void> } | undefined = undefined;
  #closed: { readonly restIsEmpty: boolean } | undefined = undefined;
  readonly #replacements = new Replacements();

  constructor(parts: RecordStoreParts) {
    this.#parts = parts;
    this.#health = new DiskHealth(parts);
  }

  /** Undefined when there is no place of ours on the disk, or nothing is to come into it any more. */
  get ownership(): Ownership | undefined {
    return this.#closed === undefined ? this.#place?.ownership : undefined;
  }

  /** Why nothing can be kept; undefined as long as it can. */
  get failure(): unknown {
    return this.#health.failure;
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
    if (this.#opening !== undefined) await this.#opening.awaited;
    else if (this.#place === undefined && this.#closed === undefined && this.#health.isRested)
      await this.#begin(this.#open());
  }

  /**
   * Begins a new file where the old one is what fills the disk (it keeps its size), or of no use any more,
   * and nothing is in it. Only while nothing is in spill files, which lie beside it. Never rejects.
   */
  async renew(): Promise<void> {
    const place = this.#place;
    if (this.#opening !== undefined || place === undefined || this.#closed !== undefined) return;
    if (this.held.size > 0 || !this.wantsNewFile) return;
    if (place.store.isLost) this.#replacements.add(this.#now());
    await this.#begin(this.#renew(place));
  }

  /** Whether only a new file helps, and may be begun: the disk is full, whatever `maxBytes` says, or LMDB has failed in it. */
  get wantsNewFile(): boolean {
    if (this.#place?.store.isLost === true) return this.#replacements.isDue(this.#now());
    const { code } = (this.failure ?? {}) as NodeJS.ErrnoException;
    return code === "ENOSPC" || code === "EDQUOT";
  }

  /**
   * Whether the record is kept, now or in a moment; never throws or rejects. `beyondQuota` is
   * for what was on this disk before; an event whose call is there has its place too.
   */
  keep(id: string, bytes: Buffer, beyondQuota = false): boolean | Promise<boolean> {
    const place = this.#place;
    if (place === undefined || this.#closed !== undefined || !this.#health.isRested) return false;
    const before = this.held.bytesOf(id);
    const hasPlace = beyondQuota || before !== undefined;
    if (!hasPlace && !this.#parts.quota.fits(bytes.length)) return this.#refuse();
    try {
      const stored = place.store.put(id, bytes);
      this.#hold(id, bytes.length);
      if (stored !== undefined) {
        this.held.await(id, stored);
        return this.#confirm(id, stored, { place, before });
      }
      this.#health.succeeded();
      return true;
    } catch (error) {
      return this.#refuse(error);
    }
  }

  /** A later state of what is kept, in its place; worth no wait, and no failure when it is lost. */
  replaceLater(id: string, bytes: Buffer): void {
    if (!this.held.has(id)) return;
    this.#hold(id, bytes.length);
    this.#place?.store.putLater(id, bytes);
  }

  drop(id: string): void {
    if (!this.held.has(id)) return;
    this.#hold(id, undefined);
    this.#place?.store.remove(id);
  }

  /** Writes what waits. */
  tidy(): void {
    this.#place?.store.tidy();
  }

  /**
   * Resolves when it is known of everything whether the disk takes it, and those who asked have been
   * told. What it has not taken by the deadline counts as not taken.
   */
  async settle(deadlineMs: number): Promise<void> {
    const { timers } = this.#parts;
    const store = this.#place?.store;
    if (store !== undefined) {
      await withinDeadline(deadlineMs, store.settle(), { timers, holdProcess: true });
      store.giveUp();
    }
    await new Promise<void>((resolve) => timers.soon(resolve));
  }

  /** Whether something could be kept now, tried out where the last try failed. */
  isUsable(): boolean {
    if (this.#place === undefined || !this.hasRoom) return false;
    if (!this.#health.isIll) return true;
    if (!this.#health.isRested) return false;
    try {
      this.#place.store.probe();
      this.#health.succeeded();
      return true;
    } catch (error) {
      return this.#refuse(error);
    }
  }

  /**
   * The store is another owner's by now, or of no use: leaves it as it is, and takes nothing in it for
   * kept. Resolves when it is closed, which a disk may take any time for.
   */
  async abandon(): Promise<void> {
    const place = this.#place;
    this.#place = undefined;
    this.held.clear();
    this.#parts.quota.end();
    place?.store.giveUp();
    await place?.store.close().catch(() => undefined);
  }

  /**
   * Closes the store and leaves what is in its folder to the next process. One that is still being
   * opened, on a slow disk, closes when it is: nobody waits for that beyond a deadline.
   */
  async close(end: { readonly restIsEmpty: boolean }): Promise<void> {
    this.#closed = end;
    if (this.#opening === undefined) await this.#end(end);
  }

  #begin(opening: Promise<void>): Promise<void> {
    const isOver = opening.then(async () => {
      this.#opening = undefined;
      if (this.#closed !== undefined) await this.#end(this.#closed);
      return true;
    });
    const awaited = this.#wait(isOver);
    this.#opening = { awaited };
    return awaited;
  }

  async #wait(isOver: Promise<unknown>): Promise<void> {
    if (!(await isDoneInTime(isOver, this.#parts.timers))) this.#health.failed(unansweredError());
  }

  /** Gives up the store and its folder, in which nothing is kept that anybody waits for. */
  async #renew({ ownership }: Place): Promise<void> {
    await this.abandon();
    await endOwnership(ownership, true).catch(() => undefined);
    await this.#open();
  }

  /** Nobody sees the folder or the store before both are there to stay: nothing comes into what fails. */
  async #open(): Promise<void> {
    const { layout, settings, timers, clock, quota } = this.#parts;
    let ownership: Ownership | undefined;
    let store: Store | undefined;
    try {
      const { createStore } = await import("../store/lmdb-store.ts");
      ownership = await beginOwnership(layout);
      // Others take an owner that has told nothing by its file, which is larger than its records.
      await quota.begin(ownership.folder);
      const { fsync, maxBytes } = settings;
      store = await createStore({ folder: ownership.folder, fsync, maxBytes, timers, clock });
      if (fsync) await syncFolders(layout, ownership);
      this.#place = { ownership, store };
      this.#health.succeeded();
    } catch (error) {
      this.#health.failed(error);
      quota.end();
      await store?.close().catch(() => undefined);
      if (ownership !== undefined) await endOwnership(ownership, true).catch(() => undefined);
    }
  }

  async #end({ restIsEmpty }: { readonly restIsEmpty: boolean }): Promise<void> {
    const place = this.#place;
    if (place === undefined) return;
    const empty = this.held.size === 0 && restIsEmpty;
    // Whoever comes next counts what is left here.
    if (!empty) this.#parts.quota.look();
    await place.store.close().catch(() => undefined);
    this.#place = undefined;
    await endOwnership(place.ownership, empty).catch(() => undefined);
  }

  async #confirm(
    id: string,
    stored: Promise<Written>,
    { place, before }: { readonly place: Place; readonly before: number | undefined },
  ): Promise<boolean> {
    try {
      const { unsynced } = await stored;
      if (this.#place !== place) return false;
      // It is in the file all the same, and leaves it with its event.
      if (unsynced !== undefined) return this.#refuse(unsynced);
      this.held.confirm(id, stored);
      this.#health.succeeded();
      return true;
    } catch (error) {
      if (this.#place !== place) return false;
      // Its call, which was there before, is there still.
      if (this.held.has(id)) this.#hold(id, before);
      return this.#refuse(error);
    }
  }

  /** Of an id the file has so many bytes from now on; nothing where that is undefined. */
  #hold(id: string, bytes: number | undefined): void {
    this.#parts.quota.charge((bytes ?? 0) - (this.held.bytesOf(id) ?? 0));
    this.held.set(id, bytes);
  }

  #refuse(error: unknown = new Error("maxBytes is reached")): false {
    this.#health.failed(error);
    return false;
  }

  #now(): number {
    return this.#parts.clock.monotonic();
  }
}
