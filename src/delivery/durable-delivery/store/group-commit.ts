import { DISK_PATIENCE_MS, LAST_LOOK_MS, unansweredError } from "./disk-patience.ts";

/**
 * How long non-urgent changes wait for another write to join, in milliseconds; a crash meanwhile
 * only causes a repetition.
 */
const PATIENCE_MS = 20;

/** Maximum number of puts per commit: the space for all of them must be allocated in advance. */
const MOST_AT_ONCE = 512;

/** Maximum number of non-urgent changes per commit, because the urgent ones in it wait for them. */
const MOST_ALONG = 64;

/** One change of a store. */
export type Change = { readonly put: string; readonly bytes: Buffer } | { readonly remove: string };

/** What {@link GroupCommit} needs. */
export interface CommitParts {
  /** Writes all changes or none, synchronously. @throws if it cannot */
  readonly write: (changes: readonly Change[]) => void;
  /** Syncs what was written to the disk; undefined if nobody waits for that. */
  readonly sync: (() => Promise<void>) | undefined;
  /** Runs `task` after the current work. */
  readonly soon: (task: () => void) => void;
  /** Runs `task` after `delayMs`, and keeps the process alive until then. */
  readonly later: (task: () => void, delayMs: number) => () => void;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/** The result of a put that was written: why it is not on the disk, if it is not. */
export interface Written {
  readonly unsynced: unknown;
}

const ON_THE_DISK: Written = { unsynced: undefined };

interface Waiting {
  readonly put: Extract<Change, { readonly put: string }>;
  /**
   * Since when it has been waiting for the disk, if it has: first for earlier syncs, then for its
   * own.
   */
  since: number | undefined;
  readonly resolve: (written: Written) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes the changes of many calls as one commit. With a `sync`, at most one commit is not on the
 * disk: a power failure leaves the previous one intact.
 */
export class GroupCommit {
  readonly #parts: CommitParts;
  #puts: Waiting[] = [];
  /** Non-urgent changes, by the id they change. */
  #patient = new Map<string, Change>();
  /** Whether the file was changed by others since the last sync. */
  #unsynced = false;
  #commit: Promise<void> | undefined = undefined;
  /** Whether an abandoned sync is still in progress: nothing is written until it has ended. */
  #isStuck = false;
  /** Ends the wait for the current sync. */
  #stopWaiting: (() => void) | undefined = undefined;
  #cancelTimer: (() => void) | undefined = undefined;

  constructor(parts: CommitParts) {
    this.#parts = parts;
  }

  /** Ids that were removed but are still in the file. */
  get unremoved(): readonly string[] {
    return [...this.#patient.values()].flatMap((change) =>
      "remove" in change ? change.remove : [],
    );
  }

  /** @throws if the disk has stopped responding, so that nothing more is written. */
  assertAnswering(): void {
    if (this.#isStuck) throw unansweredError();
  }

  /**
   * Writes a record. Undefined once it is written, if no sync follows; else resolves when it is
   * synced, or is written and could not be synced in time.
   *
   * @throws (or rejects with) the error of the write.
   */
  put(id: string, bytes: Buffer): Promise<Written> | undefined {
    this.assertAnswering();
    // Pending changes of an earlier record with this id must not affect this one.
    this.#patient.delete(id);
    if (this.#parts.sync === undefined) {
      this.#writeAtOnce({ put: id, bytes });
      return undefined;
    }
    const since = this.#stopWaiting === undefined ? undefined : this.#parts.now();
    return new Promise((resolve, reject) => {
      this.#puts.push({ put: { put: id, bytes }, since, resolve, reject });
      this.#commitSoon();
    });
  }

  /** Takes effect with the next write, or shortly. */
  putLater(id: string, bytes: Buffer): void {
    this.#later(id, { put: id, bytes });
  }

  /** Takes effect with the next write, or shortly. */
  remove(id: string): void {
    this.#later(id, { remove: id });
  }

  /** Writes what is waiting. What cannot be written waits for the next opportunity. */
  tidy(): void {
    this.#disarm();
    if (this.#patient.size === 0) return;
    // The caller may end the process next.
    if (this.#parts.sync !== undefined) this.#commitSoon(queueMicrotask);
    else while (this.#writePatient());
  }

  /** Syncs changes made by others to the disk, in a moment. */
  syncSoon(): void {
    if (this.#parts.sync === undefined) return;
    this.#unsynced = true;
    this.#commitSoon();
  }

  /** Resolves when everything is written, as far as possible. */
  async settle(): Promise<void> {
    this.tidy();
    while (this.#commit !== undefined) await this.#commit;
  }

  /** The time is up: pending callers are told that the disk does not respond. */
  giveUp(): void {
    // Those of the commit in progress are told first, and then the others.
    if (this.#stopWaiting !== undefined) this.#stopWaiting();
    else this.#turnAway();
  }

  #later(id: string, change: Change): void {
    this.#patient.set(id, change);
    this.#cancelTimer ??= this.#parts.later(() => this.#tidyInTime(), PATIENCE_MS);
  }

  #tidyInTime(): void {
    this.#disarm();
    if (this.#parts.sync !== undefined) this.#commitSoon();
    else if (this.#writePatient()) this.#parts.soon(() => this.#tidyInTime());
  }

  /**
   * Without non-urgent changes, because an answer waits for this one, and there is no sync to
   * share.
   */
  #writeAtOnce(put: Change): void {
    try {
      this.#parts.write([put]);
    } catch (error) {
      // Removals make room for the next write.
      this.tidy();
      throw error;
    }
  }

  /** Writes some of the non-urgent changes. Returns whether there are more that can be written. */
  #writePatient(): boolean {
    try {
      this.#writeNow([]);
      return this.#patient.size > 0;
    } catch {
      // An event that cannot be removed is sent again by the next process, and the service knows
      // it.
      return false;
    }
  }

  #writeNow(puts: readonly Change[]): void {
    const patient = this.#takePatient();
    if (puts.length + patient.size === 0) return;
    try {
      // Last, because one of them may remove a record that is put here.
      this.#parts.write([...puts, ...patient.values()]);
    } catch (error) {
      this.#giveBack(patient);
      this.#writeAlone();
      throw error;
    }
  }

  /** Takes some of the non-urgent changes, except those for puts that are written later. */
  #takePatient(most: number = MOST_ALONG): Map<string, Change> {
    this.#disarm();
    const first = new Set(this.#puts.map(({ put }) => put.put));
    const taken = new Map<string, Change>();
    for (const [id, change] of this.#patient) {
      if (taken.size >= most) break;
      if (!first.has(id)) taken.set(id, change);
    }
    for (const id of taken.keys()) this.#patient.delete(id);
    return taken;
  }

  #giveBack(patient: Map<string, Change>): void {
    this.#patient = new Map([...patient, ...this.#patient]);
  }

  /** Removals make room, even if there is none for anything else. */
  #writeAlone(): void {
    const patient = this.#takePatient(Number.POSITIVE_INFINITY);
    if (patient.size === 0) return;
    try {
      this.#parts.write([...patient.values()]);
    } catch {
      this.#giveBack(patient);
    }
  }

  /** In a moment, so that other requests of this turn of the event loop join the commit. */
  #commitSoon(start: (task: () => void) => void = this.#parts.soon): void {
    if (this.#isStuck) return;
    this.#commit ??= new Promise((resolve) => start(() => resolve(this.#commitAll())));
  }

  async #commitAll(): Promise<void> {
    const puts = this.#puts.splice(0, MOST_AT_ONCE);
    const now = this.#parts.now();
    const since = puts[0]?.since ?? now;
    for (const waiting of this.#puts) waiting.since ??= now;
    this.#unsynced = false;
    let isWell = false;
    try {
      this.#writeNow(puts.map(({ put }) => put));
      const written = await this.#sync(since + DISK_PATIENCE_MS);
      for (const { resolve } of puts) resolve(written);
      isWell = written === ON_THE_DISK;
    } catch (error) {
      for (const { reject } of puts) reject(error);
    }
    this.#commit = undefined;
    if (this.#isStuck) this.#turnAway();
    else this.#goOn(isWell);
  }

  #turnAway(): void {
    const error = unansweredError();
    for (const { reject } of this.#puts.splice(0)) reject(error);
  }

  /** Continues with what was requested meanwhile and, if all went well, with non-urgent changes. */
  #goOn(isWell: boolean): void {
    const overdue = isWell && this.#patient.size > 0 && this.#cancelTimer === undefined;
    if (this.#puts.length > 0 || overdue || this.#unsynced) this.#commitSoon();
  }

  /**
   * Waits no longer than a disk may take to respond, which may be shorter than this sync takes.
   * Never rejects.
   */
  #sync(untilMs: number): Promise<Written> | Written {
    const { sync, later, now } = this.#parts;
    if (sync === undefined) return ON_THE_DISK;
    return new Promise((resolve) => {
      const stopWaiting = (): void => {
        cancelTimer();
        this.#stopWaiting = undefined;
        this.#isStuck = true;
        resolve({ unsynced: unansweredError() });
      };
      const lookOnceMore = (): void => {
        cancelTimer = later(stopWaiting, LAST_LOOK_MS);
      };
      let cancelTimer = later(lookOnceMore, Math.max(0, untilMs - now() - LAST_LOOK_MS));
      this.#stopWaiting = stopWaiting;
      const end = (written: Written): void => {
        cancelTimer();
        this.#stopWaiting = undefined;
        resolve(written);
        if (!this.#isStuck) return;
        this.#isStuck = false;
        this.#goOn(true);
      };
      void sync().then(
        () => end(ON_THE_DISK),
        (unsynced) => end({ unsynced }),
      );
    });
  }

  #disarm(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }
}
