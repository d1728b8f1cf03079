/** Longest first wait, in milliseconds: together with the request it stays below 100. */
const FIRST_MS = 80;

/** Longest wait, in milliseconds. */
const LONGEST_MS = 2_000;

/**
 * How long to wait before retry number `retry` (0 is the first): doubling, with jitter in the upper
 * half, so that callers that failed together do not retry together.
 */
export function backoffMs(retry: number, random: () => number): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** retry);
  return ceiling * (0.5 + random() / 2);
}
