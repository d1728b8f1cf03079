/** A place in a {@link Roster}, kept by the one who has it. */
export interface Seat<T> {
  readonly item: T;
  /** Whose place it is. */
  readonly roster: object;
  before: Seat<T> | undefined;
  after: Seat<T> | undefined;
}

/** Whoever can be on a roster. The field is the roster's. */
export interface Seated<T> {
  seat?: Seat<T> | undefined;
}

/**
 * Who is present, in the order of coming. A linked list instead of a `Set`, because V8 chains
 * the tables a set outgrows one to the next: where members come and go all the time, every
 * minor collection then finds everyone who ever was present still held, until a full one.
 */
export class Roster<T extends Seated<T>> implements Iterable<T> {
  #first: Seat<T> | undefined = undefined;
  #last: Seat<T> | undefined = undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The one who has been here longest. */
  get oldest(): T | undefined {
    return this.#first?.item;
  }

  /** Once is enough; whoever has a place, here or on another roster, keeps it. */
  add(item: T): void {
    if (item.seat !== undefined) return;
    const seat: Seat<T> = { item, roster: this, before: this.#last, after: undefined };
    item.seat = seat;
    if (this.#last === undefined) this.#first = seat;
    else this.#last.after = seat;
    this.#last = seat;
    this.#size += 1;
  }

  /** Whether it was here. */
  delete(item: T): boolean {
    const { seat } = item;
    if (seat?.roster !== this) return false;
    item.seat = undefined;
    if (seat.before === undefined) this.#first = seat.after;
    else seat.before.after = seat.after;
    if (seat.after === undefined) this.#last = seat.before;
    else seat.after.before = seat.before;
    // A dead seat that was promoted must not hold its neighbours.
    seat.before = undefined;
    seat.after = undefined;
    this.#size -= 1;
    return true;
  }

  /** A snapshot: members may leave while it is walked through. */
  [Symbol.iterator](): Iterator<T> {
    const present: T[] = [];
    for (let seat = this.#first; seat !== undefined; seat = seat.after) present.push(seat.item);
    return present[Symbol.iterator]();
  }
}
