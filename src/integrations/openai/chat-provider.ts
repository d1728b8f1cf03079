import { ConfigurationError } from "../../errors.ts";
import { openaiChatCodec } from "../../providers/openai-chat/codec.ts";
import { takesUsageRequest } from "../../providers/openai-chat/usage-hosts.ts";
import {
  type CreatingProvider,
  type Creator,
  creatingProvider,
} from "../stainless/creating-provider.ts";

/** The chat part of an OpenAI client, of any version, including Azure and compatible clients. */
export interface ChatClient {
  /** The API's base URL; `captureStreamUsage: "auto"` depends on it. */
  readonly baseURL?: string | undefined;
  /** The provider calls `chat.completions.create`. */
  readonly chat: {
    readonly completions: Creator;
  };
}

/** The client's own types: request, answer, chunk and per-request options. */
export type ChatProvider<C extends ChatClient> = CreatingProvider<
  C["chat"]["completions"]["create"]
>;

/**
 * Creates a provider for `guard.call` and `guard.stream` from an OpenAI client's chat completions.
 * The client itself stays unguarded. With a client that is already guarded, a call still makes one
 * lifecycle.
 *
 * @throws ConfigurationError if `client` has no chat completions.
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
