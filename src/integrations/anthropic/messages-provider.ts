import { ConfigurationError } from "../../errors.ts";
import { anthropicMessagesCodec } from "../../providers/anthropic-messages/codec.ts";
import type { ModelProvider, ProviderCall } from "../../providers/model-provider.ts";
import { callOptions, type OptionsOf } from "../stainless/call-options.ts";

/** What creates messages: an Anthropic client of any version, one for another platform, or its `beta`. */
export interface MessagesClient {
  /** `messages.create` is what is called. */
  readonly messages: { create(body: never, options?: never): PromiseLike<unknown> };
}

type Create<C extends MessagesClient> = C["messages"]["create"];
type Created<C extends MessagesClient> = Awaited<ReturnType<Create<C>>>;
type EventOf<Stream> = Stream extends AsyncIterable<infer Event> ? Event : never;

/** The client's own types: request, answer, event and per-request options. */
export type MessagesProvider<C extends MessagesClient> = ModelProvider<
  Parameters<Create<C>>[0],
  Exclude<Created<C>, AsyncIterable<unknown>>,
  EventOf<Extract<Created<C>, AsyncIterable<unknown>>>,
  OptionsOf<Create<C>>
>;

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
  const create = (call: ProviderCall<object, object>, stream: boolean): PromiseLike<unknown> => {
    const body = stream ? { ...call.request, stream } : call.request;
    return messages.create(body as never, callOptions(call) as never);
  };
  const provider: ModelProvider<object, unknown, unknown, object> = {
    codec: anthropicMessagesCodec,
    call: async (call) => create(call, false),
    stream: async (call) => (await create(call, true)) as AsyncIterable<unknown>,
    // The first and the last events of a streamed message report usage unasked.
    takesUsageRequest: false,
  };
  return provider as unknown as MessagesProvider<C>;
}
