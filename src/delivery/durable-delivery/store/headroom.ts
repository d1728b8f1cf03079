import { fstatSync, writeSync } from "node:fs";

/** What a file has beyond its use once it was prepared: place for some two hundred events of 3 kB. */
const AHEAD_BYTES = 1024 * 1024;

/** With less than this it is prepared again, long before anybody would have to wait for it. */
const LOW_BYTES = AHEAD_BYTES / 2;

const ZEROS = Buffer.alloc(64 * 1024);

/** What a {@link Headroom} watches over. */
export interface HeadroomParts {
  /** Of the file, open for writing. */
  readonly descriptor: number;
  /** Bytes of the file that are in use, from its beginning. Takes its time. */
  readonly usedBytes: () => number;
}

/**
 * Has a file take its place on the disk before anything is written there. A full disk is then
 * met here, as an error, and not inside of LMDB, which does not survive it well. And a sync
 * brings nothing but records to the disk: one that finds the file grown has the new place to
 * write, and waits for the journal of the file system.
 */
export class Headroom {
  readonly #parts: HeadroomParts;
  /** Bytes of the file that have their place on the disk. */
  #allocated = 0;
  /** Bytes that are in use at most. */
  #ceiling = Number.POSITIVE_INFINITY;

  constructor(parts: HeadroomParts) {
    this.#parts = parts;
  }

  /** Bytes of the file that have their place on the disk: at least those in use. */
  get allocatedBytes(): number {
    return this.#allocated;
  }

  /** Whether it is time to {@link prepare}, as far as that can be told without a look. */
  get isLow(): boolean {
    return this.#ceiling + LOW_BYTES > this.#allocated;
  }

  /**
   * Before a write that takes up `bytes` at most and has to leave `spareBytes`.
   *
   * @throws the error of the disk
   */
  reserve(bytes: number, spareBytes: number): void {
    this.#ceiling += bytes;
    if (this.#ceiling + spareBytes <= this.#allocated) return;
    this.#look(bytes);
    const needed = this.#ceiling + spareBytes;
    if (needed > this.#allocated) this.#extend(needed);
  }

  /**
   * Makes place for what comes next, so that nothing has to wait for it. Says whether there was
   * any to make.
   *
   * @throws the error of the disk
   */
  prepare(): boolean {
    this.#look(0);
    if (!this.isLow) return false;
    this.#extend(this.#ceiling + AHEAD_BYTES);
    return true;
  }

  /** The estimate has grown too high; the file itself knows better. */
  #look(bytes: number): void {
    this.#ceiling = this.#parts.usedBytes() + bytes;
  }

  #extend(toBytes: number): void {
    const { descriptor } = this.#parts;
    // Never over what is there already, whoever wrote it.
    let at = Math.max(this.#allocated, fstatSync(descriptor).size);
    while (at < toBytes) {
      const length = Math.min(ZEROS.length, toBytes - at);
      at += writeSync(descriptor, ZEROS, 0, length, at);
      this.#allocated = at;
    }
    this.#allocated = at;
  }
}
