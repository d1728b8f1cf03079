/** Something that waits until a time, in monotonic milliseconds. */
export interface Delayed {
  readonly dueAt: number;
}

/** A binary heap ordered by due time, so that one timer serves any number of items. */
export class DueHeap<T extends Delayed> {
  #items: T[] = [];

  get size(): number {
    return this.#items.length;
  }

  peek(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    const items = this.#items;
    let index = items.length;
    items.push(item);
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = items[parentIndex];
      if (parent === undefined || parent.dueAt <= item.dueAt) break;
      items[index] = parent;
      index = parentIndex;
    }
    items[index] = item;
  }

  pop(): T | undefined {
    const first = this.#items[0];
    const last = this.#items.pop();
    if (last !== undefined && this.#items.length > 0) this.#sinkFromTop(last);
    return first;
  }

  /** Removes all items, in no particular order. */
  drain(): readonly T[] {
    const items = this.#items;
    this.#items = [];
    return items;
  }

  #sinkFromTop(item: T): void {
    const items = this.#items;
    let index = 0;
    for (;;) {
      const childIndex = this.#earlierChildOf(index);
      const child = items[childIndex];
      if (child === undefined || child.dueAt >= item.dueAt) break;
      items[index] = child;
      index = childIndex;
    }
    items[index] = item;
  }

  #earlierChildOf(index: number): number {
    const left = this.#items[2 * index + 1];
    const right = this.#items[2 * index + 2];
    const rightIsEarlier = left !== undefined && right !== undefined && right.dueAt < left.dueAt;
    return 2 * index + (rightIsEarlier ? 2 : 1);
  }
}
