import { ConfigurationError } from "../../errors.ts";
import { openaiChatCodec } from "../../providers/openai-chat/codec.ts";
import { takesUsageRequest } from "../../providers/openai-chat/usage-hosts.ts";
import {
  type CreatingProvider,
  type Creator,
  creatingProvider,
} from "../stainless/creating-provider.ts";

/** The part of an OpenAI client that chats; every major, Azure and compatible clients fit. */
export interface ChatClient {
  /** What `captureStreamUsage: "auto"` goes by. */
  readonly baseURL?: string | undefined;
  /** `chat.completions.create` is what is called. */
  readonly chat: {
    readonly completions: Creator;
  };
}

/** The client's own types: request, answer, chunk and per-request options. */
export type ChatProvider<C extends ChatClient> = CreatingProvider<
  C["chat"]["completions"]["create"]
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
  const provider = creatingProvider(completions, {
    codec: openaiChatCodec,
    takesUsageRequest: takesUsageRequest(client.baseURL ?? ""),
  });
  return provider as unknown as ChatProvider<C>;
}
