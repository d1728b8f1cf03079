import { withinDeadline } from "../../within-deadline.ts";
import { endOwnership, isLost, type Ownership } from "../recovery/ownership.ts";
import { isDoneInTime, unansweredError } from "../store/disk-patience.ts";
import type { Written } from "../store/group-commit.ts";
import { HeldRecords } from "../store/held-records.ts";
import { Replacements } from "../store/replacements.ts";
import { DiskHealth, type DiskHealthParts } from "./disk-health.ts";
import { openPlace, type Place, type PlaceParts } from "./open-place.ts";
import { type Keepable, Relocation } from "./relocation.ts";

/** The minimum size of a call, for deciding whether there is room for one more. */
const CALL_BYTES = 4 * 1024;

/** What {@link RecordStore} needs. */
export interface RecordStoreParts extends DiskHealthParts, PlaceParts {
  /** A folder has been taken by another process: whether another is to be opened. Never rejects. */
  readonly onLost: (ownership: Ownership) => Promise<boolean>;
}

/** The records of this process on the disk, as far as the disk accepts them. */
export class RecordStore {
  readonly #parts: RecordStoreParts;
  readonly #health: DiskHealth;
  /** By event id. */
  readonly held: HeldRecords = new HeldRecords();
  #place: Place | undefined = undefined;
  /** An opening in progress; `awaited` settles earlier if the disk is too slow. */
  #opening: { readonly awaited: Promise<void> } | undefined = undefined;
  #closed: { readonly restIsEmpty: boolean } | undefined = undefined;
  readonly #replacements = new Replacements();
  readonly #relocation: Relocation;

  constructor(parts: RecordStoreParts) {
    this.#parts = parts;
    this.#health = new DiskHealth(parts);
    const { timers, clock } = parts;
    this.#relocation = new Relocation({ timers, clock, keep: (record) => this.#keep(record) });
  }

  /** Undefined while there is no open store, or once nothing may be added. */
  get ownership(): Ownership | undefined {
    return this.#closed === undefined ? this.#place?.ownership : undefined;
  }

  /** Why nothing can be stored; undefined if it can. */
  get failure(): unknown {
    return this.#health.failure;
  }

  /**
   * Opens a store, unless there is one or the last attempt has just failed. Concurrent callers
   * share one attempt, and wait no longer than a disk may take to respond. Never rejects.
   */
  async open(): Promise<void> {
    if (this.#opening !== undefined) await this.#opening.awaited;
    else if (this.#place === undefined && this.#closed === undefined && this.#health.isRested)
      await this.#begin(this.#open());
  }

  /**
   * Starts a new file if the old one is empty, but useless or so large that it fills the disk
   * (files keep their size). Only while there are no spill files, which are in the same folder.
   * Never rejects.
   */
  async renew(): Promise<void> {
    const place = this.#place;
    if (this.#opening !== undefined || place === undefined || this.#closed !== undefined) return;
    if (this.held.size > 0 || !this.wantsNewFile) return;
    if (place.store.isLost) this.#replacements.add(this.#now());
    await this.#begin(this.#renew(place));
  }

  /**
   * Whether only a new file helps and may be started: the disk is full, whatever `maxBytes` says,
   * or LMDB has failed in the old one.
   */
  get wantsNewFile(): boolean {
    if (this.#place?.store.isLost === true) return this.#replacements.isDue(this.#now());
    const { code } = (this.failure ?? {}) as NodeJS.ErrnoException;
    return code === "ENOSPC" || code === "EDQUOT";
  }

  /**
   * Stores a record, now or in a moment; resolves to whether it did, and never throws or rejects.
   * `beyondQuota`: for records that were on this disk before. An event whose call is stored has its
   * space already.
   */
  keep(id: string, bytes: Buffer, beyondQuota = false): boolean | Promise<boolean> {
    const record = { id, bytes, beyondQuota, since: this.#now() };
    const { isUnderWay } = this.#relocation;
    return isUnderWay ? this.#relocation.keepAfterwards(record) : this.#keep(record);
  }

  /** Leaves a folder that another process has taken, and opens another. Never rejects. */
  relocate(ownership: Ownership): Promise<void> {
    return this.#relocation.run(async () => {
      if (await this.#parts.onLost(ownership)) await this.open();
    });
  }

  /**
   * Does so if that has happened: what is in there is with another owner's files, or on no disk.
   * Resolves when no folder is being left for another.
   */
  relocateIfLost(): Promise<void> {
    const { ownership } = this;
    const isElsewhere = ownership !== undefined && isLost(ownership);
    return isElsewhere ? this.relocate(ownership) : this.#relocation.end;
  }

  /** Replaces a stored record by a later state; not worth waiting for, and harmless if lost. */
  replaceLater(id: string, bytes: Buffer): void {
    if (!this.held.has(id)) return;
    this.#hold(id, bytes.length);
    this.#place?.store.putLater(id, bytes);
  }

  drop(id: string): void {
    this.#relocation.forget(id);
    if (this.held.has(id)) this.#place?.store.remove(id);
    this.#hold(id, undefined);
  }

  /** Writes what is waiting. */
  tidy(): void {
    this.#place?.store.tidy();
  }

  /**
   * Resolves when it is known for every record whether the disk accepted it, and all callers have
   * been told. What is not confirmed by the deadline counts as not accepted.
   */
  async settle(deadlineMs: number): Promise<void> {
    const { timers } = this.#parts;
    await withinDeadline(deadlineMs, this.#settle(), { timers, holdProcess: true });
    this.#relocation.giveUp();
    this.#place?.store.giveUp();
    await this.#nextTurn();
  }

  /** Whether something could be stored now; tries it if the last attempt failed. */
  isUsable(): boolean {
    if (this.#place === undefined || !this.#parts.quota.fits(CALL_BYTES)) return false;
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
   * The store belongs to another owner now, or is useless: it is left as it is, and nothing in it
   * counts as stored. Resolves when it is closed, which may take a disk any time.
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
   * Closes the store and leaves its folder to the next process. A store that is still opening, on a
   * slow disk, is closed afterwards; nobody waits for that beyond the deadline.
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

  /** Gives up the store and its folder, which contain nothing of value. */
  async #renew({ ownership }: Place): Promise<void> {
    await this.abandon();
    await endOwnership(ownership, true).catch(() => undefined);
    await this.#open();
  }

  async #open(): Promise<void> {
    try {
      this.#place = await openPlace(this.#parts);
      this.#health.succeeded();
    } catch (error) {
      this.#health.failed(error);
    }
  }

  async #end({ restIsEmpty }: { readonly restIsEmpty: boolean }): Promise<void> {
    const place = this.#place;
    if (place === undefined) return;
    const empty = this.held.size === 0 && restIsEmpty;
    // The next owner counts what is left here.
    if (!empty) this.#parts.quota.look();
    await place.store.close().catch(() => undefined);
    this.#place = undefined;
    await endOwnership(place.ownership, empty).catch(() => undefined);
  }

  async #settle(): Promise<void> {
    if (this.#relocation.isUnderWay) {
      await this.#relocation.end;
      // For the records that have waited for it.
      await this.#nextTurn();
    }
    await this.#place?.store.settle();
  }

  #keep(record: Keepable): boolean | Promise<boolean> {
    const { id, bytes, beyondQuota } = record;
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
        return this.#confirm(record, stored, { place, before });
      }
      if (!this.#has(place)) return this.#relocation.keepAfterwards(record);
      this.#health.succeeded();
      return true;
    } catch (error) {
      return this.#refuse(error);
    }
  }

  /**
   * Whether a place is still this owner's. Asked after each write: what another process reads in a
   * folder that it takes later has that write, however long this one was frozen before or after it.
   */
  #has(place: Place): boolean {
    if (this.#place === place && isLost(place.ownership)) void this.relocate(place.ownership);
    return this.#place === place;
  }

  async #confirm(
    record: Keepable,
    stored: Promise<Written>,
    { place, before }: { readonly place: Place; readonly before: number | undefined },
  ): Promise<boolean> {
    const { isWritten, unsynced: error } = await stored.then(
      (written) => ({ isWritten: true, ...written }),
      (unsynced: unknown) => ({ isWritten: false, unsynced }),
    );
    // It may have been dropped meanwhile.
    if (!this.#has(place))
      return !this.held.isUnconfirmed(record.id) || this.#relocation.keepAfterwards(record);
    if (isWritten && error === undefined) {
      this.held.confirm(record.id, stored);
      this.#health.succeeded();
      return true;
    }
    // What is written is in the file all the same, and is removed with its event. Otherwise the
    // record of its call, which was there before, is still there.
    if (!isWritten && this.held.has(record.id)) this.#hold(record.id, before);
    return this.#refuse(error);
  }

  /** Sets the size of the record with this id; undefined removes it. */
  #hold(id: string, bytes: number | undefined): void {
    this.#parts.quota.charge((bytes ?? 0) - (this.held.bytesOf(id) ?? 0));
    this.held.set(id, bytes);
  }

  #refuse(error: unknown = new Error("maxBytes is reached")): false {
    this.#health.failed(error);
    return false;
  }

  #nextTurn(): Promise<void> {
    return new Promise((resolve) => this.#parts.timers.soon(resolve));
  }

  #now(): number {
    return this.#parts.clock.monotonic();
  }
}
