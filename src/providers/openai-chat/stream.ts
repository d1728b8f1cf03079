import { isJsonObject } from "../json/json-shape.ts";
import type { AnswerCollector, StreamUsageCodec } from "../provider.ts";
import { ChatCollector } from "./collector.ts";
import type { ChatRequest } from "./prompt.ts";

export function collectAnswer(): AnswerCollector<unknown> {
  return new ChatCollector();
}

/**
 * Usage of a streamed chat comes only when asked for: a last chunk without choices, and a
 * `usage: null` on every chunk before it (OpenAI reference, `stream_options.include_usage`).
 */
export const streamUsage: StreamUsageCodec<ChatRequest, unknown> = { ask, conceal };

/**
 * A copy that asks for usage. Undefined when the app asked itself, so that nothing is to be
 * concealed; when the request is not streamed, where asking is an error, as it is beside data that
 * Azure searches (`data_sources`); and when `stream_options` is something the provider will refuse. An
 * app that said no is asked past, and sees what it chose.
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
 * Usage beside choices stays: servers that put it there do so unasked. An empty list of choices
 * with something else to tell (Azure's filter results) stays as well, without its `usage: null`.
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
