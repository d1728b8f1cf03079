import { ConfigurationError } from "../../errors.ts";
import type { ModelProvider, ProviderCall } from "../../providers/model-provider.ts";
import { openaiChatCodec } from "../../providers/openai-chat/codec.ts";
import { takesUsageRequest } from "../../providers/openai-chat/usage-hosts.ts";
import { callOptions, type OptionsOf } from "../stainless/call-options.ts";

/** The part of an OpenAI client that chats; every major, Azure and compatible clients fit. */
export interface ChatClient {
  /** What `captureStreamUsage: "auto"` goes by. */
  readonly baseURL?: string | undefined;
  /** `chat.completions.create` is what is called. */
  readonly chat: {
    readonly completions: { create(body: never, options?: never): PromiseLike<unknown> };
  };
}

type Create<C extends ChatClient> = C["chat"]["completions"]["create"];
type Created<C extends ChatClient> = Awaited<ReturnType<Create<C>>>;
type ChunkOf<Stream> = Stream extends AsyncIterable<infer Chunk> ? Chunk : never;

/** The client's own types: request, answer, chunk and per-request options. */
export type ChatProvider<C extends ChatClient> = ModelProvider<
  Parameters<Create<C>>[0],
  Exclude<Created<C>, AsyncIterable<unknown>>,
  ChunkOf<Extract<Created<C>, AsyncIterable<unknown>>>,
  OptionsOf<Create<C>>
>;

/**
 * Chat completions of an OpenAI client for `guard.call` and `guard.stream`. The client itself
 * stays unguarded; a client that is guarded already makes one lifecycle, not two.
 *
 * @throws ConfigurationError when `client` cannot chat.
 */
export function openaiChat<C extends ChatClient>(client: C): ChatProvider<C> {
  const completions = client?.chat?.completions;
  if (typeof completions?.create !== "function") {
    throw new ConfigurationError("openaiChat needs a client with chat.completions.create.");
  }
  const create = (call: ProviderCall<object, object>, stream: boolean): PromiseLike<unknown> => {
    const body = stream ? { ...call.request, stream } : call.request;
    return completions.create(body as never, callOptions(call) as never);
  };
  const provider: ModelProvider<object, unknown, unknown, object> = {
    codec: openaiChatCodec,
    call: async (call) => create(call, false),
    stream: async (call) => (await create(call, true)) as AsyncIterable<unknown>,
    takesUsageRequest: takesUsageRequest(client.baseURL ?? ""),
  };
  return provider as unknown as ChatProvider<C>;
}
