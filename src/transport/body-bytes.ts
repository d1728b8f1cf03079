/**
 * Collects a body's chunks up to a limit. The declared length is ignored, because a denial at the
 * start of an oversized body must still be read. A single chunk, the usual case, is not copied.
 */
export class BodyBytes {
  readonly #maxBytes: number;
  #length = 0;
  readonly #chunks: Uint8Array[] = [];

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns false if the body exceeds the limit; only the part of the chunk within it is kept. */
  push(chunk: Uint8Array): boolean {
    const room = this.#maxBytes - this.#length;
    const isWithin = chunk.length <= room;
    this.#keep(isWithin ? chunk : chunk.subarray(0, room));
    return isWithin;
  }

  #keep(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.#length += chunk.length;
    this.#chunks.push(chunk);
  }

  /** Everything received so far. */
  bytes(): Uint8Array {
    const [only] = this.#chunks;
    if (only !== undefined && this.#chunks.length === 1) return only;
    return Buffer.concat(this.#chunks, this.#length);
  }
}

/** The error of a body that exceeds the limit. */
export function tooLargeError(maxBytes: number): Error {
  return new Error(`The body is larger than ${maxBytes} bytes.`);
}
