/**
 * The result of `rewrite`, or `unchanged` if it throws, as for JSON that is nested too deeply to be
 * written again: the app gets its answer in any case.
 */
export function orUnchanged<T>(unchanged: T, rewrite: () => T): T {
  try {
    return rewrite();
  } catch {
    return unchanged;
  }
}
