/**
 * Sticky expressions, which match at one place or not at all. Where they are is a property of
 * theirs, so it is set in one call with the question.
 */

/** The match of `pattern` at `index`, with its groups; null without one. */
export function matchAt(pattern: RegExp, view: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(view);
}

/** Whether `pattern` matches at `index`. */
export function isAt(pattern: RegExp, view: string, index: number): boolean {
  pattern.lastIndex = index;
  return pattern.test(view);
}

/** The end of what `pattern` matches at `index`; -1 without a match. */
export function endAt(pattern: RegExp, view: string, index: number): number {
  return isAt(pattern, view, index) ? pattern.lastIndex : -1;
}

/** The same, or `index` without a match: what is there may be missing. */
export function skip(pattern: RegExp, view: string, index: number): number {
  return isAt(pattern, view, index) ? pattern.lastIndex : index;
}
