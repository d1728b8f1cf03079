import { guardErrorOf } from "../guard-error-of.ts";
import { type HiddenField, hiddenField } from "../hidden-field.ts";
import type { Lifecycle } from "../types.ts";

// On the global, so that the ESM and the CJS build of this package find each other's entries.
const REGISTRY = Symbol.for("guarded-model-client.lifecycles");

/** Knows a way from what a library has made of an answer to something of the answer's own. */
export type FindOrigin = (made: object) => unknown;

interface Registry {
  readonly lifecycles: HiddenField<Lifecycle>;
  findOrigin?: FindOrigin;
}

function registry(): Registry {
  const holder = globalThis as { [REGISTRY]?: Registry };
  let known = holder[REGISTRY];
  if (known === undefined) {
    known = { lifecycles: hiddenField() };
    Object.defineProperty(globalThis, REGISTRY, { value: known });
  }
  return known;
}

/** Remembers which lifecycle an object came out of. Primitives have no identity and are ignored. */
export function attachLifecycle(value: unknown, lifecycle: Lifecycle): void {
  if ((typeof value === "object" && value !== null) || typeof value === "function") {
    registry().lifecycles.set(value, lifecycle);
  }
}

/** Lets {@link lifecycleOf} look where only one library's users have to. */
export function lookFurther(findOrigin: FindOrigin): void {
  registry().findOrigin = findOrigin;
}

/**
 * The lifecycle of a response object, stream, HTTP `Response` or error that went through a
 * guarded call; undefined for anything else.
 */
export function lifecycleOf(value: unknown): Lifecycle | undefined {
  if ((typeof value !== "object" || value === null) && typeof value !== "function") {
    return undefined;
  }
  const { lifecycles: known, findOrigin } = registry();
  const own = known.get(value);
  if (own !== undefined) return own;
  // An SDK's error made of our refusal, or around it, leads back through ours.
  const ours = guardErrorOf(value);
  return ours === undefined ? known.get(originOf(value, findOrigin) ?? {}) : known.get(ours);
}

/**
 * What an object that an SDK has made leads back to: an error of giving up retrying to the last
 * attempt's (`lastError`), a helper around a stream to the signal that it makes its calls with.
 */
function originOf(value: object, findOrigin: FindOrigin | undefined): object | undefined {
  try {
    const { lastError, controller } = value as {
      readonly lastError?: unknown;
      readonly controller?: { readonly signal?: unknown } | null;
    };
    const origin = lastError ?? controller?.signal ?? findOrigin?.(value);
    return typeof origin === "object" && origin !== null ? origin : undefined;
  } catch {
    return undefined;
  }
}
