import { fstatSync, writeSync } from "node:fs";

/** Space that is allocated ahead: for about two hundred events of 3 kB. */
const AHEAD_BYTES = 1024 * 1024;

/** With less than this left, more is allocated, long before anybody would have to wait for it. */
const LOW_BYTES = AHEAD_BYTES / 2;

const ZEROS = Buffer.alloc(64 * 1024);

/** What {@link Headroom} needs. */
export interface HeadroomParts {
  /** Of the file, open for writing. */
  readonly descriptor: number;
  /** Number of bytes of the file in use, from its start. Slow. */
  readonly usedBytes: () => number;
  /** Checks that the file may grow by so many bytes. @throws the error of the disk if not */
  readonly assertRoom: (bytes: number) => void;
}

/**
 * Allocates a file's space on the disk before it is written to. A full disk is thus detected here,
 * as an error, and not inside LMDB, which does not survive it well. It also makes syncs cheaper: in
 * a file that has grown, a sync must write the new space and wait for the file system's journal.
 */
export class Headroom {
  readonly #parts: HeadroomParts;
  /** Bytes of the file that are allocated on the disk. */
  #allocated = 0;
  /** Upper bound of the bytes in use. */
  #ceiling = Number.POSITIVE_INFINITY;

  constructor(parts: HeadroomParts) {
    this.#parts = parts;
  }

  /** Bytes of the file that are allocated on the disk: at least those in use. */
  get allocatedBytes(): number {
    return this.#allocated;
  }

  /** Whether it is time to {@link prepare}, as far as that is known without a look at the file. */
  get isLow(): boolean {
    return this.#ceiling + LOW_BYTES > this.#allocated;
  }

  /**
   * Call this before a write that takes up to `bytes` and must leave `spareBytes`.
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
   * Allocates space ahead, so that no write has to wait for it. Returns whether it allocated any.
   *
   * @throws the error of the disk
   */
  prepare(): boolean {
    this.#look(0);
    if (!this.isLow) return false;
    this.#extend(this.#ceiling + AHEAD_BYTES);
    return true;
  }

  /** Replaces an estimate that has become too high by the file's real usage. */
  #look(bytes: number): void {
    this.#ceiling = this.#parts.usedBytes() + bytes;
  }

  #extend(toBytes: number): void {
    const { descriptor, assertRoom } = this.#parts;
    // Never over existing content, whoever wrote it.
    let at = Math.max(this.#allocated, fstatSync(descriptor).size);
    if (at < toBytes) assertRoom(toBytes - at);
    while (at < toBytes) {
      const length = Math.min(ZEROS.length, toBytes - at);
      at += writeSync(descriptor, ZEROS, 0, length, at);
      this.#allocated = at;
    }
    this.#allocated = at;
  }
}
