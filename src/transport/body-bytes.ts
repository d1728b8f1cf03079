/** Gathers a body's chunks and refuses what goes beyond the cap. One chunk, the usual case, is kept as it is. */
export class BodyBytes {
  readonly #maxBytes: number;
  #length = 0;
  #only: Uint8Array | undefined;
  #chunks: Uint8Array[] | undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** False when the body is now larger than allowed; the chunk is not kept then. */
  push(chunk: Uint8Array): boolean {
    const length = this.#length + chunk.length;
    if (length > this.#maxBytes) return false;
    this.#length = length;
    if (this.#only === undefined) this.#only = chunk;
    else if (this.#chunks === undefined) this.#chunks = [this.#only, chunk];
    else this.#chunks.push(chunk);
    return true;
  }

  /** Everything so far. */
  bytes(): Uint8Array {
    if (this.#chunks !== undefined) return Buffer.concat(this.#chunks, this.#length);
    return this.#only ?? EMPTY;
  }
}

const EMPTY = new Uint8Array(0);

/** Whether a declared length (RFC 9110, section 8.6) is beyond the cap already. */
export function declaresTooMuch(contentLength: unknown, maxBytes: number): boolean {
  return typeof contentLength === "string" && Number(contentLength) > maxBytes;
}

/** Why reading stopped. */
export function tooLargeError(maxBytes: number): Error {
  return new Error(`The body is larger than ${maxBytes} bytes.`);
}
