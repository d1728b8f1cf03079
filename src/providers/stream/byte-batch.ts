/**
 * Size of a batch in bytes: about a hundred tokens, and little compared with a connection's
 * buffers.
 */
const BATCH_BYTES = 16 * 1024;

/**
 * Collects small chunks and passes them on together, because decoding and parsing cost more per
 * chunk than per byte. Chunks are copied, because the app may change or transfer them.
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

  /** Passes on what has been collected. */
  flush(): void {
    if (this.#buffer === undefined || this.#length === 0) return;
    const length = this.#length;
    this.#length = 0;
    this.#onBytes(this.#buffer.subarray(0, length));
  }
}
