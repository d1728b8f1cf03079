/** The links of one member of a {@link LinkedSet}, stored on the member itself. */
export interface LinkedNode<T> {
  readonly value: T;
  /** The set that the member is in. */
  readonly list: object;
  previous: LinkedNode<T> | undefined;
  next: LinkedNode<T> | undefined;
}

/** A possible member of a {@link LinkedSet}. The field is managed by the set. */
export interface Linked<T> {
  node?: LinkedNode<T> | undefined;
}

/**
 * A set in insertion order: an intrusive doubly linked list with constant-time insertion and
 * deletion. Not a `Set`, because V8 chains the tables that a set outgrows: with constant insertions
 * and deletions, all past members then stay reachable until a full collection.
 */
export class LinkedSet<T extends Linked<T>> implements Iterable<T> {
  #first: LinkedNode<T> | undefined = undefined;
  #last: LinkedNode<T> | undefined = undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The member that was added first. */
  get oldest(): T | undefined {
    return this.#first?.value;
  }

  /** Does nothing if the item is already in a set, this one or another. */
  add(item: T): void {
    if (item.node !== undefined) return;
    const node: LinkedNode<T> = { value: item, list: this, previous: this.#last, next: undefined };
    item.node = node;
    if (this.#last === undefined) this.#first = node;
    else this.#last.next = node;
    this.#last = node;
    this.#size += 1;
  }

  /** Returns whether it was a member. */
  delete(item: T): boolean {
    const { node } = item;
    if (node?.list !== this) return false;
    item.node = undefined;
    if (node.previous === undefined) this.#first = node.next;
    else node.previous.next = node.next;
    if (node.next === undefined) this.#last = node.previous;
    else node.next.previous = node.previous;
    // A removed node that the garbage collector has promoted must not keep its neighbours alive.
    node.previous = undefined;
    node.next = undefined;
    this.#size -= 1;
    return true;
  }

  /** Iterates over a snapshot, so that members may be deleted meanwhile. */
  [Symbol.iterator](): Iterator<T> {
    const present: T[] = [];
    for (let node = this.#first; node !== undefined; node = node.next) present.push(node.value);
    return present[Symbol.iterator]();
  }
}
