/**
 * `guarded-model-client/anthropic`: guard an existing Anthropic client in place, or use it as a
 * provider of `guard.call` and `guard.stream`. The `@anthropic-ai/sdk` package itself is never
 * imported, so any of its versions and builds fits.
 */
import type { GuardedModelClient } from "../client.ts";
import type { DoorwayOptions } from "../lifecycle/doorway-options.ts";
import { anthropicMessagesCodec } from "../providers/anthropic-messages/codec.ts";
import { type ClientDialect, LateRoutes } from "./stainless/dialect.ts";
import { guardClient } from "./stainless/guard-client.ts";

export {
  anthropicMessages,
  type MessagesClient,
  type MessagesProvider,
} from "./anthropic/messages-provider.ts";

/** What any Anthropic client has, those for other platforms included. */
export interface AnthropicClient {
  /** What routes are relative to. */
  readonly baseURL: string;
  /** Its helpers, such as `stream`, are guarded with it. */
  readonly messages: object;
}

/** How an Anthropic client is guarded. */
export type GuardAnthropicOptions = DoorwayOptions;

const DIALECT: ClientDialect = {
  name: "Anthropic",
  expected: "an Anthropic client of the @anthropic-ai/sdk package, version 0.50 or later",
  codecs: [anthropicMessagesCodec],
  others: new LateRoutes(() => import("./anthropic/other-routes.ts")),
  // Those of Vertex AI, counts of tokens among them, and of Bedrock.
  platformPaths:
    /\/models\/[^/]+:(?:rawPredict|streamRawPredict)$|\/model\/[^/]+\/invoke(?:-with-response-stream)?$/,
  // Streams report usage unasked.
  takesUsageRequest: () => false,
  helpful: (client) => {
    const { messages, beta } = client as HelpfulResources;
    return [messages, beta?.messages];
  },
};

/** Resources with helpers. */
interface HelpfulResources {
  readonly messages?: object;
  readonly beta?: { readonly messages?: object };
}

/**
 * Guards the very client it is given and returns it: every request that carries a prompt, in all
 * its forms, goes through guard, provider and telemetry, and behaves as before. Requests whose
 * content the guard cannot be shown are refused unless `unguardedRequests` is "allow".
 *
 * The guard comes before the client's own `middleware`, once for all attempts of a call. Middleware
 * goes on working; a change of what was approved is refused.
 *
 * Guarding twice with the same guard is once.
 *
 * @throws ConfigurationError when `client` is no Anthropic client of version 0.50 or later, or is
 * guarded by another guard already, when `guard` is no client, or an option is wrong.
 */
export function guardAnthropic<C extends AnthropicClient>(
  client: C,
  guard: GuardedModelClient,
  options: GuardAnthropicOptions = {},
): C {
  return guardClient(client, guard, { options, dialect: DIALECT });
}
