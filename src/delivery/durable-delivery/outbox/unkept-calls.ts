import type { EventRecord } from "../../delivery.ts";

/** Maximum number of calls whose record is made up for; each may hold 64 kB. */
const MOST_CALLS = 1_000;

/**
 * Records calls before they are made. Those that the disk did not accept are recorded once it works
 * again: they may still be with their providers, and a crash must leave something of them.
 */
export class UnkeptCalls {
  readonly #keepOnDisk: (record: EventRecord) => boolean | Promise<boolean>;
  /** By event id; the call of each is in progress. */
  readonly #unkept = new Map<string, EventRecord>();
  /** Of those, the ids of records that are being written. */
  readonly #writing = new Set<string>();

  /** `keepOnDisk`: whether it did; never throws or rejects. */
  constructor(keepOnDisk: (record: EventRecord) => boolean | Promise<boolean>) {
    this.#keepOnDisk = keepOnDisk;
  }

  /** Whether the record is on the disk; never throws or rejects. */
  keep(record: EventRecord): boolean | Promise<boolean> {
    const kept = this.#keepOnDisk(record);
    if (!(kept instanceof Promise)) return this.#learn(record, kept);
    return kept.then((isKept) => this.#learn(record, isKept));
  }

  /** The call has ended. */
  over(id: string): void {
    this.#unkept.delete(id);
  }

  /** The disk may work again. */
  keepAgain(): void {
    for (const [id, record] of this.#unkept) {
      if (this.#writing.has(id)) continue;
      const kept = this.#keepOnDisk(record);
      if (kept === false) return;
      if (kept === true) this.#unkept.delete(id);
      else this.#await(id, kept);
    }
  }

  #await(id: string, kept: Promise<boolean>): void {
    this.#writing.add(id);
    void kept.then((isKept) => {
      this.#writing.delete(id);
      if (isKept) this.#unkept.delete(id);
    });
  }

  #learn(record: EventRecord, isKept: boolean): boolean {
    if (!isKept && this.#unkept.size < MOST_CALLS) this.#unkept.set(record.event.event_id, record);
    return isKept;
  }
}
