import { ConfigurationError } from "../../errors.ts";
import type { ModelProvider, ProviderCall } from "../../providers/model-provider.ts";
import { openaiResponsesCodec } from "../../providers/openai-responses/codec.ts";
import { callOptions, type OptionsOf } from "../stainless/call-options.ts";

/** The part of an OpenAI client that creates responses; every major, Azure and compatible clients fit. */
export interface ResponsesClient {
  /** `responses.create` is what is called. */
  readonly responses: { create(body: never, options?: never): PromiseLike<unknown> };
}

type Create<C extends ResponsesClient> = C["responses"]["create"];
type Created<C extends ResponsesClient> = Awaited<ReturnType<Create<C>>>;
type EventOf<Stream> = Stream extends AsyncIterable<infer Event> ? Event : never;

/** The client's own types: request, answer, event and per-request options. */
export type ResponsesProvider<C extends ResponsesClient> = ModelProvider<
  Parameters<Create<C>>[0],
  Exclude<Created<C>, AsyncIterable<unknown>>,
  EventOf<Extract<Created<C>, AsyncIterable<unknown>>>,
  OptionsOf<Create<C>>
>;

/**
 * Responses of an OpenAI client for `guard.call` and `guard.stream`. The client itself stays
 * unguarded; a client that is guarded already makes one lifecycle, not two.
 *
 * @throws ConfigurationError when `client` cannot create responses.
 */
export function openaiResponses<C extends ResponsesClient>(client: C): ResponsesProvider<C> {
  const responses = client?.responses;
  if (typeof responses?.create !== "function") {
    throw new ConfigurationError("openaiResponses needs a client with responses.create.");
  }
  const create = (call: ProviderCall<object, object>, stream: boolean): PromiseLike<unknown> => {
    const body = stream ? { ...call.request, stream } : call.request;
    return responses.create(body as never, callOptions(call) as never);
  };
  const provider: ModelProvider<object, unknown, unknown, object> = {
    codec: openaiResponsesCodec,
    call: async (call) => create(call, false),
    stream: async (call) => (await create(call, true)) as AsyncIterable<unknown>,
    // The last event of a streamed response reports usage unasked.
    takesUsageRequest: false,
  };
  return provider as unknown as ResponsesProvider<C>;
}
