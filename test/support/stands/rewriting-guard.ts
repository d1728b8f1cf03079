import { afterEach } from "vitest";
import type { StrictOptions } from "../strict-data-plane/strict-data-plane.ts";

/** Returns the guard's rewrite of a prompt; undefined for none. */
type Rewrite = (input: string) => string | undefined;

const asItIs: Rewrite = () => undefined;

/** A guard that allows everything, with a rewrite that each test may set for its own duration. */
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
