/** Which records an owner has in its store, and how sure it is of each. */
export class HeldRecords {
  readonly #bytes = new Map<string, number>();
  /** Of those whose latest write the disk has not confirmed, that write. */
  readonly #unconfirmed = new Map<string, object>();

  get size(): number {
    return this.#bytes.size;
  }

  has(id: string): boolean {
    return this.#bytes.has(id);
  }

  /** Bytes of a record; undefined where there is none. */
  bytesOf(id: string): number | undefined {
    return this.#bytes.get(id);
  }

  /** Whether a record is on the disk beyond doubt: not on its way there, and not where a sync has failed. */
  isSureOf(id: string): boolean {
    return this.#bytes.has(id) && !this.#unconfirmed.has(id);
  }

  /** A record has so many bytes from now on; it is none any more where that is undefined. */
  set(id: string, bytes: number | undefined): void {
    if (bytes === undefined) {
      this.#bytes.delete(id);
      this.#unconfirmed.delete(id);
    } else {
      this.#bytes.set(id, bytes);
    }
  }

  /** A write of a record is on its way to the disk. */
  await(id: string, write: object): void {
    this.#unconfirmed.set(id, write);
  }

  /** That write is there. */
  confirm(id: string, write: object): void {
    if (this.#unconfirmed.get(id) === write) this.#unconfirmed.delete(id);
  }

  clear(): void {
    this.#bytes.clear();
    this.#unconfirmed.clear();
  }
}
