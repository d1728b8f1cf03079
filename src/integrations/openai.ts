/**
 * `guarded-model-client/openai`: guard an existing OpenAI client in place, or use it as a
 * provider of `guard.call` and `guard.stream`. The `openai` package itself is never imported, so
 * any of its majors and builds fits.
 */
import type { GuardedModelClient } from "../client.ts";
import type { DoorwayOptions } from "../lifecycle/doorway-options.ts";
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

/** What any OpenAI client has, `AzureOpenAI` and all majors from 5 on included. */
export interface OpenAIClient {
  /** What `captureStreamUsage: "auto"` goes by. */
  readonly baseURL: string;
  /** Its helpers, such as `parse` and `runTools`, are guarded with it. */
  readonly chat: object;
}

/** How an OpenAI client is guarded. */
export type GuardOpenAIOptions = DoorwayOptions;

/** Resources with helpers. Major 5 has some of them under `beta` as well. */
interface HelpfulResources {
  readonly chat?: { readonly completions?: object };
  readonly responses?: object;
  readonly beta?: { readonly chat?: { readonly completions?: object } };
}

const DIALECT: ClientDialect = {
  name: "OpenAI",
  expected: "an OpenAI or AzureOpenAI client of the openai package, version 5 or later",
  codecs: [openaiChatCodec, openaiResponsesCodec],
  others: new LateRoutes(() => import("./openai/other-routes.ts")),
  takesUsageRequest,
  helpful: (client) => {
    const { chat, responses, beta } = client as HelpfulResources;
    return [chat?.completions, responses, beta?.chat?.completions];
  },
  refuseOthers: refuseSockets,
};

/**
 * Guards the very client it is given and returns it: every request that carries a prompt, in all
 * its forms, goes through guard, provider and telemetry, and behaves as before. Requests whose
 * content the guard cannot be shown are refused unless `unguardedRequests` is "allow".
 *
 * Guarding twice with the same guard is once.
 *
 * @throws ConfigurationError when `client` is no OpenAI client of version 5 or later, or is guarded
 * by another guard already, when `guard` is no client, or an option is wrong.
 */
export function guardOpenAI<C extends OpenAIClient>(
  client: C,
  guard: GuardedModelClient,
  options: GuardOpenAIOptions = {},
): C {
  return guardClient(client, guard, { options, dialect: DIALECT });
}
