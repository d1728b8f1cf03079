import { isJsonObject } from "../json/json-shape.ts";
import type { AnswerCollector, StreamUsageCodec } from "../provider.ts";
import { ChatCollector } from "./collector.ts";
import type { ChatRequest } from "./prompt.ts";

export function collectAnswer(): AnswerCollector<unknown> {
  return new ChatCollector();
}

/** Whether a chunk is one of OpenAI's, whose streams tell their end in their choices. */
export function hasChoices(chunk: unknown): boolean {
  return isJsonObject(chunk) && Array.isArray(chunk.choices);
}

/**
 * The usage of a streamed chat is sent only on request: in a final chunk without choices, with
 * `usage: null` in every chunk before it (OpenAI reference, `stream_options.include_usage`).
 */
export const streamUsage: StreamUsageCodec<ChatRequest, unknown> = { ask, conceal };

/**
 * A copy that requests usage. Undefined if the app requests it itself, so that nothing must be
 * concealed; if the request is not a stream, or searches data on Azure (`data_sources`), where that
 * is an error; and if `stream_options` is invalid. If the app explicitly declined usage, it is
 * requested nevertheless, and concealed.
 */
function ask(request: ChatRequest): ChatRequest | undefined {
  const { stream, stream_options: options, data_sources: sources }: StreamedRequest = request;
  if (stream !== true || (sources ?? null) !== null) return undefined;
  if (options === undefined || options === null) {
    return { ...request, stream_options: { include_usage: true } };
  }
  if (!isJsonObject(options) || options.include_usage === true) return undefined;
  return { ...request, stream_options: { ...options, include_usage: true } };
}

/**
 * Usage in a chunk with choices stays, because servers that send it do so without a request. An
 * empty list of choices with other content (Azure's filter results) stays too, without its null
 * usage.
 */
function conceal(chunk: unknown): unknown {
  if (!isJsonObject(chunk)) return chunk;
  const { usage, choices } = chunk;
  if (usage === undefined) return chunk;
  if (usage === null) {
    const { usage: _, ...rest } = chunk;
    return rest;
  }
  return Array.isArray(choices) && choices.length === 0 ? undefined : chunk;
}

interface StreamedRequest {
  readonly stream?: unknown;
  readonly stream_options?: unknown;
  readonly data_sources?: unknown;
}
