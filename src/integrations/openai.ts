/**
 * `guarded-model-client/openai`: guard an existing OpenAI client in place, or use it as a
 * provider of `guard.call` and `guard.stream`. The `openai` package itself is never imported, so
 * any of its majors and builds fits.
 */
import type { AnyGuardedModelClient } from "../client.ts";
import type { InterceptorOptions } from "../lifecycle/interceptor-options.ts";
import { openaiChatCodec } from "../providers/openai-chat/codec.ts";
import { takesUsageRequest } from "../providers/openai-chat/usage-hosts.ts";
import { openaiResponsesCodec } from "../providers/openai-responses/codec.ts";
import { refuseSockets } from "./openai/sockets.ts";
import { type ClientDialect, LateRoutes } from "./stainless/dialect.ts";
import { guardClient } from "./stainless/guard-client.ts";

export { type ChatClient, type ChatProvider, openaiChat } from "./openai/chat-provider.ts";
export {
  openaiResponses,
  type ResponsesClient,
  type ResponsesProvider,
} from "./openai/responses-provider.ts";

/** The common shape of all OpenAI clients from version 5 on, including `AzureOpenAI`. */
export interface OpenAIClient {
  /** The API's base URL; `captureStreamUsage: "auto"` depends on it. */
  readonly baseURL: string;
  /** Chat methods; helpers such as `parse` and `runTools` are guarded too. */
  readonly chat: object;
}

/** Options of `guardOpenAI`. */
export interface GuardOpenAIOptions extends InterceptorOptions {}

/** Resources with helper methods. Major 5 has some of them under `beta` as well. */
interface HelperResources {
  readonly chat?: { readonly completions?: object };
  readonly responses?: object;
  readonly beta?: {
    readonly chat?: { readonly completions?: object };
    readonly threads?: { readonly runs?: object };
  };
}

const DIALECT: ClientDialect = {
  name: "OpenAI",
  expected: "an OpenAI or AzureOpenAI client of the openai package, version 5 or later",
  apiHost: "api.openai.com",
  codecs: [openaiChatCodec, openaiResponsesCodec],
  others: new LateRoutes(() => import("./openai/other-routes.ts")),
  takesUsageRequest,
  helpful: (client) => {
    const { chat, responses, beta } = client as HelperResources;
    const { threads } = beta ?? {};
    return [chat?.completions, responses, beta?.chat?.completions, threads, threads?.runs];
  },
  refuseOthers: refuseSockets,
};

/**
 * Guards the given client in place and returns it. Every request with a prompt, through any method
 * of the client, goes through guard, provider and telemetry; the client otherwise behaves as
 * before. Requests that cannot be guarded are refused unless `unguardedRequests` is "allow".
 *
 * Guarding a client twice with the same guard has no further effect.
 *
 * @throws ConfigurationError if `client` is not an OpenAI client of version 5 or later or is
 * already guarded by another guard, if `guard` is not a `GuardedModelClient`, or if an option is
 * wrong.
 */
export function guardOpenAI<C extends OpenAIClient>(
  client: C,
  guard: AnyGuardedModelClient,
  options: GuardOpenAIOptions = {},
): C {
  return guardClient(client, guard, { options, dialect: DIALECT });
}
