import { hiddenField } from "./hidden-field.ts";

const sources = hiddenField<readonly AbortSignal[]>();

/** A signal that aborts with either; no new one is made where one is enough. */
export function joinSignals(
  one: AbortSignal | undefined | null,
  other: AbortSignal | undefined | null,
): AbortSignal | undefined {
  if (one == null || other == null || one === other) return one ?? other ?? undefined;
  const both = [one, other];
  const joined = AbortSignal.any(both);
  // Node.js 20 holds them weakly: of `AbortSignal.timeout()`, which nobody else holds, nothing would come.
  sources.set(joined, both);
  return joined;
}
