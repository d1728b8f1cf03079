/** A map with a maximum size that drops its oldest entries. */
export class BoundedMap<Value> {
  readonly #maxSize: number;
  readonly #onForget: (value: Value) => void;
  readonly #values = new Map<string, Value>();

  /** `onForget` is called for entries that were dropped or replaced. */
  constructor(most: number, onForget: (value: Value) => void) {
    this.#maxSize = most;
    this.#onForget = onForget;
  }

  get size(): number {
    return this.#values.size;
  }

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: Value): void {
    this.#forget(key);
    if (this.#values.size >= this.#maxSize) this.#forgetOldest();
    this.#values.set(key, value);
  }

  /** Removes and returns an entry, without a call of `onForget`. */
  take(key: string): Value | undefined {
    const value = this.#values.get(key);
    this.#values.delete(key);
    return value;
  }

  #forgetOldest(): void {
    for (const key of this.#values.keys()) {
      this.#forget(key);
      return;
    }
  }

  #forget(key: string): void {
    const value = this.take(key);
    if (value !== undefined) this.#onForget(value);
  }
}
