/** The node of one member of a {@link LinkedSet}, kept on the member itself. */
export interface LinkedNode<T> {
  readonly value: T;
  /** The set it belongs to. */
  readonly list: object;
  previous: LinkedNode<T> | undefined;
  next: LinkedNode<T> | undefined;
}

/** What a {@link LinkedSet} can hold. The field belongs to the set. */
export interface Linked<T> {
  node?: LinkedNode<T> | undefined;
}

/**
 * A set in order of insertion: an intrusive doubly linked list, which adds and deletes in constant
 * time. Not a `Set`, because V8 chains the tables a set outgrows one to the next: where members come
 * and go all the time, every minor collection then finds all past members still reachable, until a
 * full one.
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

  /** Does nothing for an item that is in a set already, this one or another. */
  add(item: T): void {
    if (item.node !== undefined) return;
    const node: LinkedNode<T> = { value: item, list: this, previous: this.#last, next: undefined };
    item.node = node;
    if (this.#last === undefined) this.#first = node;
    else this.#last.next = node;
    this.#last = node;
    this.#size += 1;
  }

  /** Whether it was a member. */
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

  /** Over a snapshot: members may be deleted meanwhile. */
  [Symbol.iterator](): Iterator<T> {
    const present: T[] = [];
    for (let node = this.#first; node !== undefined; node = node.next) present.push(node.value);
    return present[Symbol.iterator]();
  }
}
