import { type HiddenField, hiddenField } from "../base/hidden-field.ts";
import { guardErrorOf, LIFECYCLES } from "../guard-error-of.ts";
import type { Lifecycle } from "../types.ts";

/** Knows the way from what a library has made of an answer or an error to something of ours. */
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

/** Remembers which lifecycle an object came out of. Primitives have no identity and are ignored. */
export function attachLifecycle(value: unknown, lifecycle: Lifecycle): void {
  if (hasIdentity(value)) registry().set(value, lifecycle);
}

function hasIdentity(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** Lets {@link lifecycleOf} look further, where there are libraries that make something of answers. */
export function lookFurther(findOrigin: FindOrigin): void {
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
  // An SDK's error made of our refusal, or around it, leads back through ours.
  const ours = guardErrorOf(value);
  return ours === undefined ? known.get(known.findOrigin?.(value) ?? {}) : known.get(ours);
}
