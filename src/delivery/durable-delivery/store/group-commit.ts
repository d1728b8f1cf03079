import { DISK_PATIENCE_MS, LAST_LOOK_MS, unansweredError } from "./disk-patience.ts";

/** What is not urgent waits this long for a write to go along with; a crash meanwhile only costs a repetition. */
const PATIENCE_MS = 20;

/** Puts that are written together at most: what a commit may take up has to have its place on the disk before. */
const MOST_AT_ONCE = 512;

/** Changes that are not urgent go along in such portions: those who wait for the others wait for them too. */
const MOST_ALONG = 64;

/** One change of a store. */
export type Change = { readonly put: string; readonly bytes: Buffer } | { readonly remove: string };

/** What changes are written with. */
export interface CommitParts {
  /** Writes all of them or none, at once. @throws when it cannot */
  readonly write: (changes: readonly Change[]) => void;
  /** Brings what was written to the disk; undefined where nobody waits for that. */
  readonly sync: (() => Promise<void>) | undefined;
  /** Runs `task` after the work at hand. */
  readonly soon: (task: () => void) => void;
  /** Runs `task` after `delayMs`; a process that ends meanwhile waits for it. */
  readonly later: (task: () => void, delayMs: number) => () => void;
  /** Monotonic, milliseconds. */
  readonly now: () => number;
}

/** What is known of a put that was written: why it is not on the disk, if it is not. */
export interface Written {
  readonly unsynced: unknown;
}

const ON_THE_DISK: Written = { unsynced: undefined };

interface Waiting {
  readonly put: Extract<Change, { readonly put: string }>;
  /** Since when it waits for the disk, if it does: for syncs before its own, and then for that. */
  since: number | undefined;
  readonly resolve: (written: Written) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes of many calls as one commit. With a `sync` there is never more than one commit that is
 * not on the disk yet: the one before it is what a loss of power leaves, whole.
 */
export class GroupCommit {
  readonly #parts: CommitParts;
  #puts: Waiting[] = [];
  /** Changes that are not urgent, by what they change. */
  #patient = new Map<string, Change>();
  /** Whether others have changed the file since it was brought to the disk. */
  #unsynced = false;
  #commit: Promise<void> | undefined = undefined;
  /** Whether a sync that was given up is still under way: nothing is written until it is over. */
  #isStuck = false;
  /** Ends the wait for the sync under way. */
  #stopWaiting: (() => void) | undefined = undefined;
  #cancelTimer: (() => void) | undefined = undefined;

  constructor(parts: CommitParts) {
    this.#parts = parts;
  }

  /** What was removed, and is in the file still. */
  get unremoved(): readonly string[] {
    return [...this.#patient.values()].flatMap((change) =>
      "remove" in change ? change.remove : [],
    );
  }

  /** @throws when the disk has stopped answering, and nothing more is written. */
  assertAnswering(): void {
    if (this.#isStuck) throw unansweredError();
  }

  /**
   * Undefined once it is written, where no sync follows; else resolves when it is on the disk, or
   * is written and could not be brought there in time.
   *
   * @throws (or rejects with) the error of the write.
   */
  put(id: string, bytes: Buffer): Promise<Written> | undefined {
    this.assertAnswering();
    // What was to become of an earlier record of it is not to become of this one.
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

  /** Writes what waits. What cannot be written now waits for the next chance. */
  tidy(): void {
    this.#disarm();
    if (this.#patient.size === 0) return;
    // Whoever asks for it may end the process next.
    if (this.#parts.sync !== undefined) this.#commitSoon(queueMicrotask);
    else while (this.#writePatient());
  }

  /** Brings what others have changed in the file to the disk, in a moment. */
  syncSoon(): void {
    if (this.#parts.sync === undefined) return;
    this.#unsynced = true;
    this.#commitSoon();
  }

  /** Resolves when everything is written, as far as it can be. */
  async settle(): Promise<void> {
    this.tidy();
    while (this.#commit !== undefined) await this.#commit;
  }

  /** Nobody has any more time: those who wait for the disk are told that it does not answer. */
  giveUp(): void {
    this.#stopWaiting?.();
    this.#turnAway();
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

  /** Without what is not urgent: an answer waits for this, and no sync is saved by company. */
  #writeAtOnce(put: Change): void {
    try {
      this.#parts.write([put]);
    } catch (error) {
      // What is removed makes room for the next one.
      this.tidy();
      throw error;
    }
  }

  /** A portion of what is not urgent. Whether there is more that can be written. */
  #writePatient(): boolean {
    try {
      this.#writeNow([]);
      return this.#patient.size > 0;
    } catch {
      // An event that cannot be removed is sent once more by the next process; the service knows it.
      return false;
    }
  }

  #writeNow(puts: readonly Change[]): void {
    const patient = this.#takePatient();
    if (puts.length + patient.size === 0) return;
    try {
      // Last, because one of them may remove what is put here.
      this.#parts.write([...puts, ...patient.values()]);
    } catch (error) {
      this.#giveBack(patient);
      this.#writeAlone();
      throw error;
    }
  }

  /** A portion of what is not urgent, without what is to become of puts that are written later. */
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

  /** What is removed makes room, even where there is none for more. */
  #writeAlone(): void {
    const patient = this.#takePatient(Number.POSITIVE_INFINITY);
    if (patient.size === 0) return;
    try {
      this.#parts.write([...patient.values()]);
    } catch {
      this.#giveBack(patient);
    }
  }

  /** In a moment, so that what else is asked for in this turn of the event loop comes along. */
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

  /** Comes to what was asked for meanwhile; where it went well, to what is not urgent too, in its time. */
  #goOn(isWell: boolean): void {
    const overdue = isWell && this.#patient.size > 0 && this.#cancelTimer === undefined;
    if (this.#puts.length > 0 || overdue || this.#unsynced) this.#commitSoon();
  }

  /** Waits no longer than a disk has for an answer, which may be less of this sync. Never rejects. */
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
