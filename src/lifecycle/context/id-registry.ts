import type { IdClaim, MergedContext } from "./context.ts";
import type { Scope } from "./scope.ts";

/** Ids given by callers that are remembered at least, so that a second use is noticed: half a megabyte. */
const REMEMBERED_GIVEN_IDS = 5_000;

/** The same of our own: whoever passes one on does it for a call that has just been. */
const REMEMBERED_OWN_IDS = 2_000;

/** The id of a new lifecycle. */
export interface IssuedId {
  readonly clientEventId: string;
  readonly idGivenByCaller: boolean;
  readonly parentClientEventId: string | undefined;
}

/** Issues the ids of lifecycles, so that none ever serves two. */
export class IdRegistry {
  readonly #newId: () => string;
  readonly #given = new RecentIds();
  readonly #own: string[] = [];
  #issued = 0;

  constructor(newId: () => string) {
    this.#newId = newId;
  }

  /**
   * The id the context asks for, if it is still free; otherwise a fresh one that names it as
   * its parent.
   */
  issue(context: MergedContext, scope: Scope): IssuedId {
    const claim = context.claim;
    if (claim !== undefined && this.#take(claim)) {
      const parentClientEventId = scope.enclosing?.clientEventId;
      return { clientEventId: claim.id, idGivenByCaller: true, parentClientEventId };
    }
    const clientEventId = this.#newId();
    // Overwritten in turn and searched only for an id that a caller gives: most calls give none.
    this.#own[this.#issued % REMEMBERED_OWN_IDS] = clientEventId;
    this.#issued += 1;
    return {
      clientEventId,
      idGivenByCaller: false,
      parentClientEventId: claim?.id ?? scope.enclosing?.clientEventId,
    };
  }

  /** An id for something that is no lifecycle. */
  fresh(): string {
    return this.#newId();
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
 * The last ids, {@link REMEMBERED_GIVEN_IDS} at least and twice as many at most: two sets that
 * take turns, because finding the oldest of one set costs more the more have left it.
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
