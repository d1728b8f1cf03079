import { fstatSync, writeSync } from "node:fs";

/** What a file grows by at least: seldom enough to cost nothing, little enough to waste nothing. */
const STEP_BYTES = 256 * 1024;

const ZEROS = Buffer.alloc(64 * 1024);

/** What a {@link Headroom} watches over. */
export interface HeadroomParts {
  /** Of the file, open for writing. */
  readonly descriptor: number;
  /** Bytes of the file that are in use, from its beginning. */
  readonly usedBytes: () => number;
}

/**
 * Has a file take its place on the disk before anything is written there. A full disk is then
 * met here, as an error, and not inside of LMDB, which does not survive it well.
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

  /** Before a write that takes up `bytes` at most. @throws the error of the disk */
  reserve(bytes: number): void {
    this.#ceiling += bytes;
    if (this.#ceiling <= this.#allocated) return;
    // The estimate has grown too high; the file itself knows better.
    this.#ceiling = this.#parts.usedBytes() + bytes;
    if (this.#ceiling > this.#allocated) this.#extend(this.#ceiling + STEP_BYTES);
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
