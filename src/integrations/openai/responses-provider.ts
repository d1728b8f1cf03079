import { ConfigurationError } from "../../errors.ts";
import { openaiResponsesCodec } from "../../providers/openai-responses/codec.ts";
import {
  type CreatingProvider,
  type Creator,
  creatingProvider,
} from "../stainless/creating-provider.ts";

/**
 * The part of an OpenAI client that creates responses, of any version, including Azure and
 * compatible clients.
 */
export interface ResponsesClient {
  /** The provider calls `responses.create`. */
  readonly responses: Creator;
}

/** The client's own types: request, answer, event and per-request options. */
export type ResponsesProvider<C extends ResponsesClient> = CreatingProvider<
  C["responses"]["create"]
>;

/**
 * Creates a provider for `guard.call` and `guard.stream` from an OpenAI client's responses. The
 * client itself stays unguarded. With a client that is already guarded, a call still makes one
 * lifecycle.
 *
 * @throws ConfigurationError if `client` cannot create responses.
 */
export function openaiResponses<C extends ResponsesClient>(client: C): ResponsesProvider<C> {
  const responses = client?.responses;
  if (typeof responses?.create !== "function") {
    throw new ConfigurationError("openaiResponses needs a client with responses.create.");
  }
  // The last event of a stream always reports usage.
  const provider = creatingProvider(responses, {
    codec: openaiResponsesCodec,
    takesUsageRequest: false,
  });
  return provider as unknown as ResponsesProvider<C>;
}
