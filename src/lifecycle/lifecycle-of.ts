import type { HiddenField } from "../base/hidden-field.ts";
import { guardErrorOf, lifecycles } from "../guard-error-of.ts";
import type { Lifecycle } from "../types.ts";

/** Finds one of our objects from a library's object that was made from a response or error. */
type FindOrigin = (made: object) => object | undefined;

const known: HiddenField<Lifecycle> & { findOrigin?: FindOrigin } = lifecycles;

/** Attaches a lifecycle to an object. Primitives have no identity and are ignored. */
export function attachLifecycle(value: unknown, lifecycle: Lifecycle): void {
  if (hasIdentity(value)) known.set(value, lifecycle);
}

function hasIdentity(value: unknown): value is object {
  return Object(value) === value;
}

/** Extends {@link lifecycleOf} to objects that libraries make from responses. */
export function findOriginsBy(findOrigin: FindOrigin): void {
  known.findOrigin = findOrigin;
}

/**
 * Returns the lifecycle of a response object, stream, HTTP `Response` or error of a guarded call, or
 * of the result of `guard.call`; undefined for anything else.
 */
export function lifecycleOf(value: unknown): Lifecycle | undefined {
  if (!hasIdentity(value)) return undefined;
  const own = known.get(value);
  if (own !== undefined) return own;
  // An SDK's error for one of our refusals, or wrapped around one.
  const ours = guardErrorOf(value);
  return ours === undefined ? known.get(known.findOrigin?.(value) ?? {}) : known.get(ours);
}
