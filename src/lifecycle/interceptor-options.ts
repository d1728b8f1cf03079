import { aFunction, oneOf, type Rules } from "../base/option-rules.ts";
import type { CallContext } from "./context/context.ts";

/** Options shared by the integrations that recognize requests by their route or command. */
export interface InterceptorOptions {
  /**
   * What to do with a request that could carry a prompt but has no known format. Default "refuse",
   * so that no route bypasses the guard. Known requests are guarded either way.
   */
  readonly unguardedRequests?: UnguardedRequests | undefined;
  /**
   * Returns the context of one call from its request body or its command's input. It overrides the
   * contexts of client and scope.
   */
  readonly context?: ((body: unknown) => CallContext) | undefined;
}

/** What to do with requests that cannot be guarded. */
export type UnguardedRequests = "refuse" | "allow";

/** What these options must be, for all integrations. */
export const INTERCEPTOR_RULES = {
  unguardedRequests: oneOf(["refuse", "allow"]),
  context: aFunction,
} satisfies Rules;
