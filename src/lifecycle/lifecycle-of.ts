import { type HiddenField, hiddenField } from "../base/hidden-field.ts";
import { guardErrorOf, LIFECYCLES } from "../guard-error-of.ts";
import type { Lifecycle } from "../types.ts";

/** Finds one of our objects from a library's object that was made from a response or error. */
type FindOrigin = (made: object) => object | undefined;

interface Registry extends HiddenField<Lifecycle> {
  findOrigin?: FindOrigin;
}

function registry(): Registry {
  const holder = globalThis as { [LIFECYCLES]?: Registry };
  let known = holder[LIFECYCLES];
  if (known === undefined) {
    known = hiddenField();
    Object.defineProperty(globalThis, LIFECYCLES, { value: known });
  }
  return known;
}

/** Attaches a lifecycle to an object. Primitives have no identity and are ignored. */
export function attachLifecycle(value: unknown, lifecycle: Lifecycle): void {
  if (hasIdentity(value)) registry().set(value, lifecycle);
}

function hasIdentity(value: unknown): value is object {
  return Object(value) === value;
}

/** Extends {@link lifecycleOf} to objects that libraries make from responses. */
export function findOriginsBy(findOrigin: FindOrigin): void {
  registry().findOrigin = findOrigin;
}

/**
 * Returns the lifecycle of a response object, stream, HTTP `Response` or error of a guarded call, or
 * of the result of `guard.call`; undefined for anything else.
 */
export function lifecycleOf(value: unknown): Lifecycle | undefined {
  if (!hasIdentity(value)) return undefined;
  const known = registry();
  const own = known.get(value);
  if (own !== undefined) return own;
  // An SDK's error for one of our refusals, or wrapped around one.
  const ours = guardErrorOf(value);
  return ours === undefined ? known.get(known.findOrigin?.(value) ?? {}) : known.get(ours);
}
