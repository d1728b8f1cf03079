/** A signal that aborts with either; no new one is made where one is enough. */
export function joinSignals(
  one: AbortSignal | undefined | null,
  other: AbortSignal | undefined | null,
): AbortSignal | undefined {
  if (one == null || other == null || one === other) return one ?? other ?? undefined;
  return AbortSignal.any([one, other]);
}
