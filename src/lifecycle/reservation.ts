import type { Linked } from "../base/linked-set.ts";
import type { Deferred } from "./deferred.ts";

/**
 * A call that has started but has no lifecycle yet, because a module is being loaded or its request
 * is being read. `flush` and `close` wait for it.
 */
export interface Reservation extends Linked<Reservation> {
  /** Whether it was accepted and has not been released. */
  held: boolean;
  /** Resolves when it is released. */
  readonly released: Deferred<undefined>;
}
