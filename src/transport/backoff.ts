/** Longest first wait, in milliseconds: with the request itself it stays below 100. */
const FIRST_MS = 80;

/** Longest wait at all, in milliseconds. */
const LONGEST_MS = 2_000;

/**
 * How long to wait before retry number `retry` (0 is the first): doubling, and spread over
 * the upper half, so that callers who failed together do not come back together.
 */
export function backoffMs(retry: number, random: () => number): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** retry);
  return ceiling * (0.5 + random() / 2);
}
