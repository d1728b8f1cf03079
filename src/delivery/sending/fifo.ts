/** Number of free leading entries from which the rest is moved. */
const COMPACT_FROM = 1_024;

/** A queue with constant-time operations: `Array.shift` would move all remaining items. */
export class Fifo<T> {
  #items: (T | undefined)[] = [];
  #head = 0;

  get size(): number {
    return this.#items.length - this.#head;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  peek(): T | undefined {
    return this.#items[this.#head];
  }

  shift(): T | undefined {
    if (this.size === 0) return undefined;
    const item = this.#items[this.#head];
    // Clears the reference, so that the item can be collected.
    this.#items[this.#head] = undefined;
    this.#head += 1;
    if (this.size === 0) this.clear();
    else if (this.#head >= COMPACT_FROM && this.#head * 2 >= this.#items.length) this.#compact();
    return item;
  }

  /** Whether any item satisfies `isSuch`. */
  some(isSuch: (item: T) => boolean): boolean {
    for (let at = this.#head; at < this.#items.length; at += 1) {
      if (isSuch(this.#items[at] as T)) return true;
    }
    return false;
  }

  /** Removes all items that do not satisfy `isKept`. */
  keepOnly(isKept: (item: T) => boolean): void {
    this.#items = this.#items.slice(this.#head).filter((item) => isKept(item as T));
    this.#head = 0;
  }

  clear(): void {
    this.#items = [];
    this.#head = 0;
  }

  #compact(): void {
    this.#items = this.#items.slice(this.#head);
    this.#head = 0;
  }
}
