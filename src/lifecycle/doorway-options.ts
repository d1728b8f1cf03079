import { aFunction, oneOf, type Rules } from "../option-rules.ts";

/** What is the same in the options of every doorway that knows requests by their routes. */
export const DOORWAY_RULES = {
  unguardedRequests: oneOf(["refuse", "allow"]),
  context: aFunction,
} satisfies Rules;
