import type { CallContext } from "../context/context.ts";
import type { UnguardedRequests } from "../interceptor-options.ts";
import type { CheckedRule } from "./fetch-rule.ts";

/** How a `fetch` is guarded. */
export interface GuardedFetchSetup {
  readonly baseFetch: typeof fetch;
  /**
   * Whether the global `fetch` of the moment sends the requests. `baseFetch` is the one that was
   * there before, for a guarded `fetch` that became the global one.
   */
  readonly isGlobal?: boolean;
  /** The host (and port) of a model provider's client: unknown requests with a body are refused. */
  readonly clientHost?: string;
  /** Checked before the recognition by method and path. */
  readonly rules?: readonly CheckedRule[];
  /** Default: "refuse". */
  readonly unguardedRequests?: UnguardedRequests | undefined;
  readonly context?: ((body: unknown) => CallContext) | undefined;
}
