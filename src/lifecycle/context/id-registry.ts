import type { IdClaim, MergedContext } from "./context.ts";
import type { Scope } from "./scope.ts";

/**
 * Minimum number of caller-supplied ids that are remembered, to detect a second use: half a
 * megabyte.
 */
const REMEMBERED_GIVEN_IDS = 5_000;

/** The same for generated ids: one that is passed on belongs to a recent call. */
const REMEMBERED_OWN_IDS = 2_000;

/** The id of a new lifecycle. */
export interface IssuedId {
  readonly clientEventId: string;
  readonly idGivenByCaller: boolean;
  readonly parentClientEventId: string | undefined;
}

/** Issues the ids of lifecycles; no id is used twice. */
export class IdRegistry {
  readonly #newId: () => string;
  readonly #given = new RecentIds();
  readonly #own: string[] = [];
  #issued = 0;

  constructor(newId: () => string) {
    this.#newId = newId;
  }

  /**
   * The id in the context, if it is still free; otherwise a new one, with that id as its parent.
   */
  issue(context: MergedContext, scope: Scope): IssuedId {
    const { claim } = context;
    const enclosing = scope.enclosing?.clientEventId;
    const idGivenByCaller = claim !== undefined && this.#take(claim);
    return {
      clientEventId: idGivenByCaller ? claim.id : this.#makeOwn(),
      idGivenByCaller,
      parentClientEventId: idGivenByCaller ? enclosing : (claim?.id ?? enclosing),
    };
  }

  /** An id for something other than a lifecycle. */
  fresh(): string {
    return this.#newId();
  }

  #makeOwn(): string {
    const id = this.#newId();
    // A ring buffer, searched only when a caller supplies an id, which most do not.
    this.#own[this.#issued % REMEMBERED_OWN_IDS] = id;
    this.#issued += 1;
    return id;
  }

  #take(claim: IdClaim): boolean {
    const id = claim.id.toLowerCase();
    if (claim.taken || this.#given.has(id) || this.#own.includes(id)) return false;
    claim.taken = true;
    this.#given.add(id);
    return true;
  }
}

/**
 * Recent ids, from {@link REMEMBERED_GIVEN_IDS} to twice as many. Two alternating sets, because
 * finding the oldest entry of a single set gets slower with every deletion.
 */
class RecentIds {
  #young = new Set<string>();
  #old: ReadonlySet<string> = new Set();

  has(id: string): boolean {
    return this.#young.has(id) || this.#old.has(id);
  }

  add(id: string): void {
    if (this.#young.size >= REMEMBERED_GIVEN_IDS) {
      this.#old = this.#young;
      this.#young = new Set();
    }
    this.#young.add(id);
  }
}
