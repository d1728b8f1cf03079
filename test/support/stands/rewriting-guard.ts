import { afterEach } from "vitest";
import type { StrictOptions } from "../strict-data-plane/strict-data-plane.ts";

/** What the guard says for a prompt in the place of it; undefined where it leaves it as it is. */
type Rewrite = (input: string) => string | undefined;

const asItIs: Rewrite = () => undefined;

/** A guard that allows everything, and of which a test says what it rewrites; until that test ends. */
export function useRewritingGuard(): {
  readonly policy: NonNullable<StrictOptions["policy"]>;
  rewriteBy(rewrite: Rewrite): void;
} {
  let current = asItIs;
  afterEach(() => {
    current = asItIs;
  });
  return {
    policy: ({ input }) => ({ allowed: true, transformedInput: current(input) }),
    rewriteBy(rewrite) {
      current = rewrite;
    },
  };
}
