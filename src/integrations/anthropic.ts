/**
 * `guarded-model-client/anthropic`: guard an existing Anthropic client in place, or use it as a
 * provider of `guard.call` and `guard.stream`. The `@anthropic-ai/sdk` package itself is never
 * imported, so any of its versions and builds fits.
 */
import type { AnyGuardedModelClient } from "../client.ts";
import type { InterceptorOptions } from "../lifecycle/interceptor-options.ts";
import { anthropicMessagesCodec } from "../providers/anthropic-messages/codec.ts";
import { type ClientDialect, LateRoutes } from "./stainless/dialect.ts";
import { guardClient } from "./stainless/guard-client.ts";

export {
  anthropicMessages,
  type MessagesClient,
  type MessagesProvider,
} from "./anthropic/messages-provider.ts";

/** The common shape of all Anthropic clients, including those for other platforms. */
export interface AnthropicClient {
  /** The API's base URL. */
  readonly baseURL: string;
  /** Message methods; helpers such as `stream` are guarded too. */
  readonly messages: object;
}

/** Options of `guardAnthropic`. */
export interface GuardAnthropicOptions extends InterceptorOptions {}

const DIALECT: ClientDialect = {
  name: "Anthropic",
  expected: "an Anthropic client of the @anthropic-ai/sdk package, version 0.50 or later",
  apiHost: "api.anthropic.com",
  codecs: [anthropicMessagesCodec],
  others: new LateRoutes(() => import("./anthropic/other-routes.ts")),
  // Paths of Vertex AI, including token counting, and of Bedrock.
  platformPaths:
    /\/models\/[^/]+:(?:rawPredict|streamRawPredict)$|\/model\/[^/]+\/invoke(?:-with-response-stream)?$/,
  // Streams always report usage.
  takesUsageRequest: () => false,
  helpful: (client) => {
    const { messages, beta } = client as HelperResources;
    return [messages, beta?.messages];
  },
};

/** Resources with helper methods. */
interface HelperResources {
  readonly messages?: object;
  readonly beta?: { readonly messages?: object };
}

/**
 * Guards the given client in place and returns it. Every request with a prompt, through any method
 * of the client, goes through guard, provider and telemetry; the client otherwise behaves as
 * before. Requests that cannot be guarded are refused unless `unguardedRequests` is "allow".
 *
 * The guard runs before the client's own `middleware`, once for all attempts of a call. Middleware
 * keeps working, but a request that it changes after approval is refused.
 *
 * Guarding a client twice with the same guard has no further effect.
 *
 * @throws ConfigurationError if `client` is not an Anthropic client of version 0.50 or later or is
 * already guarded by another guard, if `guard` is not a `GuardedModelClient`, or if an option is
 * wrong.
 */
export function guardAnthropic<C extends AnthropicClient>(
  client: C,
  guard: AnyGuardedModelClient,
  options: GuardAnthropicOptions = {},
): C {
  return guardClient(client, guard, { options, dialect: DIALECT });
}
