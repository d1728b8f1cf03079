import type { CallContext } from "../context/context.ts";
import type { UnguardedRequests } from "../interceptor-options.ts";
import type { CheckedRule } from "./fetch-rule.ts";

/** A model provider's client. Its requests may go to a gateway. */
export interface RequestingClient {
  /** Where it sends them; what precedes the provider's paths may be any at a gateway. */
  readonly base: URL;
  /** The host of the provider's own API, whose routes the client has. */
  readonly apiHost: string;
}

/** How a `fetch` is guarded. */
export interface GuardedFetchSetup {
  readonly baseFetch: typeof fetch;
  /**
   * Whether the global `fetch` of the moment sends the requests. `baseFetch` is the one that was
   * there before, for a guarded `fetch` that became the global one.
   */
  readonly isGlobal?: boolean;
  /** Unknown requests with a body are refused at its host. */
  readonly client?: RequestingClient;
  /** Checked before the recognition by method and path. */
  readonly rules?: readonly CheckedRule[];
  /** Default: "refuse". */
  readonly unguardedRequests?: UnguardedRequests | undefined;
  readonly context?: ((body: unknown) => CallContext) | undefined;
}
