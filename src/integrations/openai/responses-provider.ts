import { ConfigurationError } from "../../errors.ts";
import { openaiResponsesCodec } from "../../providers/openai-responses/codec.ts";
import {
  type CreatingProvider,
  type Creator,
  creatingProvider,
} from "../stainless/creating-provider.ts";

/** The part of an OpenAI client that creates responses; every major, Azure and compatible clients fit. */
export interface ResponsesClient {
  /** `responses.create` is what is called. */
  readonly responses: Creator;
}

/** The client's own types: request, answer, event and per-request options. */
export type ResponsesProvider<C extends ResponsesClient> = CreatingProvider<
  C["responses"]["create"]
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
  // The last event of a streamed response reports usage unasked.
  const provider = creatingProvider(responses, {
    codec: openaiResponsesCodec,
    takesUsageRequest: false,
  });
  return provider as unknown as ResponsesProvider<C>;
}
