import { hiddenField } from "./hidden-field.ts";

const sources = hiddenField<readonly AbortSignal[]>();

/** A signal that aborts with either of the two; creates none if there is only one. */
export function joinSignals(
  one: AbortSignal | undefined | null,
  other: AbortSignal | undefined | null,
): AbortSignal | undefined {
  if (one == null || other == null || one === other) return one ?? other ?? undefined;
  const both = [one, other];
  const joined = AbortSignal.any(both);
  // Node.js 20 holds the sources weakly: an `AbortSignal.timeout()` that nobody else holds would
  // never fire.
  sources.set(joined, both);
  return joined;
}
