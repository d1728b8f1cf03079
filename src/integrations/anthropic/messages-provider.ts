import { ConfigurationError } from "../../errors.ts";
import { anthropicMessagesCodec } from "../../providers/anthropic-messages/codec.ts";
import {
  type CreatingProvider,
  type Creator,
  creatingProvider,
} from "../stainless/creating-provider.ts";

/** What creates messages: an Anthropic client of any version, one for another platform, or its `beta`. */
export interface MessagesClient {
  /** `messages.create` is what is called. */
  readonly messages: Creator;
}

/** The client's own types: request, answer, event and per-request options. */
export type MessagesProvider<C extends MessagesClient> = CreatingProvider<C["messages"]["create"]>;

/**
 * Messages of an Anthropic client for `guard.call` and `guard.stream`; those of its beta features
 * with `anthropicMessages(client.beta)`. The client itself stays unguarded; a client that is
 * guarded already makes one lifecycle, not two.
 *
 * @throws ConfigurationError when `client` cannot create messages.
 */
export function anthropicMessages<C extends MessagesClient>(client: C): MessagesProvider<C> {
  const messages = client?.messages;
  if (typeof messages?.create !== "function") {
    throw new ConfigurationError("anthropicMessages needs a client with messages.create.");
  }
  // The first and the last events of a streamed message report usage unasked.
  const provider = creatingProvider(messages, {
    codec: anthropicMessagesCodec,
    takesUsageRequest: false,
  });
  return provider as unknown as MessagesProvider<C>;
}
