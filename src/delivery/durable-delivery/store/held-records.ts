/** The records that an owner has in its store, and whether each is confirmed to be on the disk. */
export class HeldRecords {
  readonly #bytes = new Map<string, number>();
  /** For records whose latest write is not confirmed: that write. */
  readonly #unconfirmed = new Map<string, object>();

  /** Ids of the records in the last store that was given up. */
  #left: ReadonlySet<string> = new Set();

  get size(): number {
    return this.#bytes.size;
  }

  has(id: string): boolean {
    return this.#bytes.has(id);
  }

  /** Size of a record in bytes; undefined if there is none. */
  bytesOf(id: string): number | undefined {
    return this.#bytes.get(id);
  }

  /**
   * Whether a record is certainly on the disk: neither being written, nor affected by a failed
   * sync.
   */
  isSureOf(id: string): boolean {
    return this.#bytes.has(id) && !this.#unconfirmed.has(id);
  }

  /** Whether a write of the record is not confirmed, even one in a store that was given up since. */
  isUnconfirmed(id: string): boolean {
    return this.#unconfirmed.has(id);
  }

  /** Sets a record's size; undefined removes it. */
  set(id: string, bytes: number | undefined): void {
    if (bytes === undefined) {
      this.#bytes.delete(id);
      this.#unconfirmed.delete(id);
    } else {
      this.#bytes.set(id, bytes);
    }
  }

  /** A write of the record is in progress. */
  await(id: string, write: object): void {
    this.#unconfirmed.set(id, write);
  }

  /** That write is on the disk. */
  confirm(id: string, write: object): void {
    if (this.#unconfirmed.get(id) === write) this.#unconfirmed.delete(id);
  }

  /** Whether another owner may have such a record since the store was given up. */
  wasLeft(id: string): boolean {
    return this.#left.has(id);
  }

  /** The store is given up. */
  clear(): void {
    if (this.#bytes.size > 0) this.#left = new Set(this.#bytes.keys());
    this.#bytes.clear();
  }
}
