/** What is not urgent waits this long for a write to go along with; a crash meanwhile only costs a repetition. */
const PATIENCE_MS = 20;

/** Puts that are written together at most: what a commit may take up has to have its place on the disk before. */
const MOST_AT_ONCE = 512;

/** One change of a store. */
export type Change = { readonly put: string; readonly bytes: Buffer } | { readonly remove: string };

/** What changes are written with. */
export interface CommitParts {
  /** Writes all of them or none, at once. @throws when it cannot */
  readonly write: (changes: readonly Change[]) => void;
  /** Brings what was written to the disk; undefined where nobody waits for that. */
  readonly sync: (() => Promise<void>) | undefined;
  /** Runs `task` after `delayMs`; a process that ends meanwhile waits for it. */
  readonly later: (task: () => void, delayMs: number) => () => void;
}

interface Waiting {
  readonly put: Extract<Change, { readonly put: string }>;
  readonly resolve: () => void;
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
  #commit: Promise<void> | undefined = undefined;
  #cancelTimer: (() => void) | undefined = undefined;

  constructor(parts: CommitParts) {
    this.#parts = parts;
  }

  /**
   * Undefined once it is written, where no sync follows; else resolves when it is on the disk.
   *
   * @throws (or rejects with) the error of the write.
   */
  put(id: string, bytes: Buffer): Promise<void> | undefined {
    // What was to become of an earlier record of it is not to become of this one.
    this.#patient.delete(id);
    if (this.#parts.sync === undefined) {
      this.#writeAtOnce({ put: id, bytes });
      return undefined;
    }
    return new Promise((resolve, reject) => {
      this.#puts.push({ put: { put: id, bytes }, resolve, reject });
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
    if (this.#parts.sync !== undefined) {
      this.#commitSoon();
      return;
    }
    try {
      this.#writeNow([]);
    } catch {
      // An event that cannot be removed is sent once more by the next process; the service knows it.
    }
  }

  /** Resolves when everything is written, as far as it can be. */
  async settle(): Promise<void> {
    this.tidy();
    while (this.#commit !== undefined) await this.#commit;
  }

  #later(id: string, change: Change): void {
    this.#patient.set(id, change);
    this.#cancelTimer ??= this.#parts.later(() => this.tidy(), PATIENCE_MS);
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

  #writeNow(puts: readonly Change[]): void {
    this.#disarm();
    const patient = this.#patient;
    this.#patient = new Map();
    try {
      // Last, because one of them may remove what is put here.
      this.#parts.write([...puts, ...patient.values()]);
    } catch (error) {
      this.#writeAlone(patient);
      throw error;
    }
  }

  /** What is removed makes room, even where there is none for more. */
  #writeAlone(patient: Map<string, Change>): void {
    if (patient.size === 0) return;
    try {
      this.#parts.write([...patient.values()]);
    } catch {
      this.#patient = new Map([...patient, ...this.#patient]);
    }
  }

  /** In a moment, so that what else is asked for in this turn comes along. */
  #commitSoon(): void {
    this.#commit ??= Promise.resolve().then(() => this.#commitAll());
  }

  async #commitAll(): Promise<void> {
    const puts = this.#puts.splice(0, MOST_AT_ONCE);
    let overdue = false;
    try {
      this.#writeNow(puts.map(({ put }) => put));
      await this.#parts.sync?.();
      for (const { resolve } of puts) resolve();
      // Its time came while this was under way.
      overdue = this.#patient.size > 0 && this.#cancelTimer === undefined;
    } catch (error) {
      for (const { reject } of puts) reject(error);
    }
    this.#commit = undefined;
    if (this.#puts.length > 0 || overdue) this.#commitSoon();
  }

  #disarm(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }
}
