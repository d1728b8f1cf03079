import { ConfigurationError } from "../errors.ts";
import { type AnyCodec, BUILT_IN_CODECS } from "../providers/formats.ts";
import { takesUsageRequest } from "../providers/openai-chat/usage-hosts.ts";
import type { CallContext } from "./context.ts";
import type { Gate } from "./gate.ts";
import { type GuardedFetchSetup, runFetch } from "./run-fetch.ts";

/** Says that requests to a server of yours speak a known wire format. */
export interface FetchRule {
  /** Name of the wire format, for instance "openai-chat". */
  readonly format: string;
  /** Whether the rule is for this request. */
  readonly matches: (request: { readonly url: URL; readonly method: string }) => boolean;
}

/** How a `fetch` is guarded. */
export interface GuardFetchOptions {
  /**
   * What happens to a request that could carry a prompt and is of no format that is guarded.
   * Default "refuse".
   */
  readonly unguardedRequests?: "refuse" | "allow" | undefined;
  /** Asked before the built-in recognition by method and path. */
  readonly rules?: readonly FetchRule[] | undefined;
  /** Context for one call, from its parsed request body. */
  readonly context?: ((body: unknown) => CallContext) | undefined;
}

/** A drop-in `fetch` in front of `baseFetch`. */
export function makeGuardedFetch(
  gate: Gate,
  baseFetch: typeof fetch,
  options: GuardFetchOptions,
): typeof fetch {
  if (typeof baseFetch !== "function") {
    throw new ConfigurationError("guardFetch needs the fetch function to guard.");
  }
  const rules = (options.rules ?? []).map(resolveRule);
  const setup: GuardedFetchSetup = {
    baseFetch,
    codecs: BUILT_IN_CODECS,
    ruleFor: (target) => rules.find((rule) => rule.matches(target))?.codec,
    unguardedRequests: options.unguardedRequests ?? "refuse",
    context: options.context,
    takesUsageRequest,
  };
  return (input, init) => runFetch(gate, setup, { input, init });
}

function resolveRule(rule: FetchRule): { matches: FetchRule["matches"]; codec: AnyCodec } {
  const codec = BUILT_IN_CODECS.find((candidate) => candidate.name === rule.format);
  if (codec === undefined) {
    const known = BUILT_IN_CODECS.map((candidate) => candidate.name).join(", ");
    throw new ConfigurationError(`rules: format must be one of ${known}.`);
  }
  return { matches: rule.matches, codec };
}
