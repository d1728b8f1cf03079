/**
 * Gathers a body's chunks up to a cap. What a body declares of its length is not asked: a denial at
 * the beginning of one that is too large is still to be read. One chunk, the usual case, is kept as it is.
 */
export class BodyBytes {
  readonly #maxBytes: number;
  #length = 0;
  #only: Uint8Array | undefined;
  #chunks: Uint8Array[] | undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** False when the body is larger than allowed; of the chunk only what is within is kept then. */
  push(chunk: Uint8Array): boolean {
    const room = this.#maxBytes - this.#length;
    const isWithin = chunk.length <= room;
    this.#keep(isWithin ? chunk : chunk.subarray(0, room));
    return isWithin;
  }

  #keep(chunk: Uint8Array): void {
    this.#length += chunk.length;
    if (this.#only === undefined) this.#only = chunk;
    else if (this.#chunks === undefined) this.#chunks = [this.#only, chunk];
    else this.#chunks.push(chunk);
  }

  /** Everything so far. */
  bytes(): Uint8Array {
    if (this.#chunks !== undefined) return Buffer.concat(this.#chunks, this.#length);
    return this.#only ?? EMPTY;
  }
}

const EMPTY = new Uint8Array(0);

/** Why reading stopped. */
export function tooLargeError(maxBytes: number): Error {
  return new Error(`The body is larger than ${maxBytes} bytes.`);
}
