import { hiddenField } from "./hidden-field.ts";

/** A signal that is no `AbortSignal`: of a polyfill, or of AWS clients, which know `onabort` only. */
interface ForeignSignal {
  readonly aborted?: boolean;
  readonly reason?: unknown;
  readonly addEventListener?: ((type: "abort", listener: () => void) => void) | undefined;
  onabort?: unknown;
}

const sources = hiddenField<readonly AbortSignal[]>();
const followers = hiddenField<AbortSignal>();

/** A signal that aborts with either of the two; creates none if there is only one. */
export function joinSignals(
  one: AbortSignal | undefined | null,
  other: AbortSignal | undefined | null,
): AbortSignal | undefined {
  if (one == null || other == null || one === other) return toAbortSignal(one ?? other);
  const both = [one, other].map(toAbortSignal) as [AbortSignal, AbortSignal];
  const joined = AbortSignal.any(both);
  // Node.js 20 holds the sources weakly: an `AbortSignal.timeout()` that nobody else holds would
  // never fire.
  sources.set(joined, both);
  return joined;
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
