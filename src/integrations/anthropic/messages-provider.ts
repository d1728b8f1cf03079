import { ConfigurationError } from "../../errors.ts";
import { anthropicMessagesCodec } from "../../providers/anthropic-messages/codec.ts";
import {
  type CreatingProvider,
  type Creator,
  creatingProvider,
} from "../stainless/creating-provider.ts";

/**
 * An object that can create messages: an Anthropic client of any version or for another platform,
 * or its `beta`.
 */
export interface MessagesClient {
  /** The provider calls `messages.create`. */
  readonly messages: Creator;
}

/** The client's own types: request, answer, event and per-request options. */
export type MessagesProvider<C extends MessagesClient> = CreatingProvider<C["messages"]["create"]>;

/**
 * Creates a provider for `guard.call` and `guard.stream` from an Anthropic client's messages; for
 * its beta features, use `anthropicMessages(client.beta)`. The client itself stays unguarded. With
 * a client that is already guarded, a call still makes one lifecycle.
 *
 * @throws ConfigurationError if `client` cannot create messages.
 */
export function anthropicMessages<C extends MessagesClient>(client: C): MessagesProvider<C> {
  const messages = client?.messages;
  if (typeof messages?.create !== "function") {
    throw new ConfigurationError("anthropicMessages needs a client with messages.create.");
  }
  // The first and last events of a stream always report usage.
  const provider = creatingProvider(messages, {
    codec: anthropicMessagesCodec,
    takesUsageRequest: false,
  });
  return provider as unknown as MessagesProvider<C>;
}
