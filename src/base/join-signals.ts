import { type AbortTarget, unwatchAbort, watchAbort } from "./abort-watch.ts";
import { hiddenField } from "./hidden-field.ts";

/** A signal that is no `AbortSignal`: of a polyfill, or of AWS clients, which know `onabort` only. */
interface ForeignSignal {
  readonly aborted?: boolean;
  readonly reason?: unknown;
  readonly addEventListener?: ((type: "abort", listener: () => void) => void) | undefined;
  onabort?: unknown;
}

const followers = hiddenField<AbortSignal>();

/** A signal that aborts with either of the two; creates none if there is only one. */
export function joinSignals(
  one: AbortSignal | undefined | null,
  other: AbortSignal | undefined | null,
): AbortSignal | undefined {
  if (one == null || other == null || one === other) return toAbortSignal(one ?? other);
  return signalOfCall([one, other]);
}

/**
 * The same for a provider's client, which may leave listeners on the signal that it gets: on the
 * app's own as without a guard, but none on `context`, which may be that of all calls.
 */
export function joinForClient(
  own: AbortSignal | undefined | null,
  context: AbortSignal | undefined,
): AbortSignal | undefined {
  if (own == null && context !== undefined) return signalOfCall([context]);
  return joinSignals(own, context);
}

/** What a signal of {@link signalOfCall} keeps, because nobody else might. */
interface Kept {
  readonly controller: AbortController;
  /** A signal does not hold what it follows: nobody else may hold an `AbortSignal.timeout()`. */
  readonly given: readonly AbortSignal[];
}

const kept = hiddenField<Kept>();

const collected = new FinalizationRegistry<readonly Follower[]>((followersOfOne) => {
  for (const follower of followersOfOne) follower.leave();
});

/**
 * Follows the given signals, which do not keep it: whoever needs its abort does. Not a signal of
 * `AbortSignal.any`: in Node.js 20, each that is derived from a signal leaves something there for
 * as long as that lives, and is never freed itself if a client leaves a listener on it.
 */
function signalOfCall(sources: readonly AbortSignal[]): AbortSignal {
  const given = sources.map((each) => toAbortSignal(each) as AbortSignal);
  const controller = new AbortController();
  const { signal } = controller;
  const aborted = given.find((each) => each.aborted);
  if (aborted !== undefined) {
    controller.abort(aborted.reason);
    return signal;
  }
  kept.set(signal, { controller, given });
  const held = new WeakRef(controller);
  const all: Follower[] = [];
  for (const each of given) all.push(new Follower(each, held, all));
  collected.register(signal, all, all);
  return signal;
}

const shadows = hiddenField<AbortSignal>();

class Follower implements AbortTarget {
  watchSlot = -1;
  readonly #shadow: AbortSignal;
  readonly #controller: WeakRef<AbortController>;
  readonly #all: readonly Follower[];

  /** `all`: those of the same signal, this one included. */
  constructor(source: AbortSignal, controller: WeakRef<AbortController>, all: readonly Follower[]) {
    this.#shadow = shadowOf(source);
    this.#controller = controller;
    this.#all = all;
    watchAbort(this.#shadow, this);
  }

  onAbort(reason: unknown): void {
    // The stack of the reason may lead to whoever stopped the call and holds its signal.
    collected.unregister(this.#all);
    for (const follower of this.#all) follower.leave();
    this.#controller.deref()?.abort(reason);
  }

  leave(): void {
    unwatchAbort(this.#shadow, this);
  }
}

/** Aborts with `signal`; the one for all followers, so that the app finds no listener on its own. */
function shadowOf(signal: AbortSignal): AbortSignal {
  const known = shadows.get(signal);
  if (known !== undefined) return known;
  const shadow = AbortSignal.any([signal]);
  shadows.set(signal, shadow);
  return shadow;
}

/**
 * The signal itself if it is an `AbortSignal`, else one that follows it: provider clients accept
 * others, whose methods are fewer.
 */
export function toAbortSignal(
  given: AbortSignal | ForeignSignal | undefined | null,
): AbortSignal | undefined {
  if (given == null || given instanceof AbortSignal) return given ?? undefined;
  const known = followers.get(given);
  if (known !== undefined) return known;
  const controller = new AbortController();
  const abort = (): void => controller.abort(given.reason);
  if (given.aborted) abort();
  else if (given.addEventListener) given.addEventListener("abort", abort);
  else given.onabort = abort;
  followers.set(given, controller.signal);
  return controller.signal;
}
