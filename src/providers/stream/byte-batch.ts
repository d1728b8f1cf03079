/** Bytes of one batch: a hundred tokens or so, and little beside what a connection takes anyway. */
const BATCH_BYTES = 16 * 1024;

/**
 * Gathers small pieces and hands them on together, because decoding and parsing cost more per
 * piece than per byte. Pieces are copied: once the app has them it may change them or give them
 * away.
 */
export class ByteBatch {
  readonly #onBytes: (bytes: Uint8Array) => void;
  #buffer: Uint8Array | undefined = undefined;
  #length = 0;

  /** `onBytes` gets bytes that are overwritten after it returns. */
  constructor(onBytes: (bytes: Uint8Array) => void) {
    this.#onBytes = onBytes;
  }

  push(bytes: Uint8Array): void {
    if (this.#length + bytes.byteLength > BATCH_BYTES) this.flush();
    if (bytes.byteLength > BATCH_BYTES) {
      this.#onBytes(bytes);
      return;
    }
    this.#buffer ??= Buffer.allocUnsafe(BATCH_BYTES);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.byteLength;
  }

  /** Hands on what has been gathered. */
  flush(): void {
    if (this.#buffer === undefined || this.#length === 0) return;
    const length = this.#length;
    this.#length = 0;
    this.#onBytes(this.#buffer.subarray(0, length));
  }
}
