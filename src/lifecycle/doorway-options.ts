import { aFunction, oneOf, type Rules } from "../base/option-rules.ts";
import type { CallContext } from "./context/context.ts";

/** What is the same in the options of every doorway that knows requests by their routes or commands. */
export interface DoorwayOptions {
  /**
   * What happens to a request that could carry a prompt and is of no form that is guarded. Default
   * "refuse": a guard that one route walks around is no guard. What is guarded stays guarded either way.
   */
  readonly unguardedRequests?: UnguardedRequests | undefined;
  /**
   * Context for one call, from its request body, or its command's input. Merged over the client's
   * and the scope's.
   */
  readonly context?: ((body: unknown) => CallContext) | undefined;
}

/** What happens to requests that no guard can look at. */
export type UnguardedRequests = "refuse" | "allow";

/** What these options must be, as every doorway checks them. */
export const DOORWAY_RULES = {
  unguardedRequests: oneOf(["refuse", "allow"]),
  context: aFunction,
} satisfies Rules;
