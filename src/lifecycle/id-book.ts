import type { IdClaim, MergedContext } from "./context.ts";
import type { Scope } from "./scope.ts";

/** Ids given by callers that are remembered, so that a second use is noticed: about a megabyte. */
const MAX_REMEMBERED_IDS = 10_000;

/** The id of a new lifecycle. */
export interface IssuedId {
  readonly clientEventId: string;
  readonly idGivenByCaller: boolean;
  readonly parentClientEventId: string | undefined;
}

/** Gives out ids so that none ever serves two lifecycles. */
export class IdBook {
  readonly #newId: () => string;
  readonly #given = new Set<string>();

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
    return {
      clientEventId: this.#newId(),
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
    if (claim.taken || this.#given.has(id)) return false;
    claim.taken = true;
    if (this.#given.size >= MAX_REMEMBERED_IDS) {
      const oldest = this.#given.values().next();
      if (!oldest.done) this.#given.delete(oldest.value);
    }
    this.#given.add(id);
    return true;
  }
}
