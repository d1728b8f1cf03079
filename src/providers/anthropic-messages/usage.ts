import type { Usage } from "../../types.ts";
import { readUsage } from "../answer/usage.ts";
import { assignPresent, isCount, isJsonObject, type JsonObject } from "../json/json-shape.ts";

/**
 * Usage with the contract's names (ingest request, `usage`). Anthropic counts tokens read from and
 * written to the cache separately from the rest of the prompt (reference, "Prompt caching",
 * "Tracking cache performance"); the contract's `prompt_tokens` includes them. Other non-empty
 * fields are kept. Undefined if nothing is left.
 */
export function messageUsage(usage: unknown): Usage | undefined {
  if (!isJsonObject(usage)) return undefined;
  const { input_tokens, output_tokens, output_tokens_details: details, ...others } = usage;
  const counted = assignPresent({}, others);
  addPrompt(counted, input_tokens);
  if (isCount(output_tokens)) counted.completion_tokens = output_tokens;
  addTotal(counted);
  const thinking = isJsonObject(details) ? details.thinking_tokens : undefined;
  if (isCount(thinking)) counted.completion_tokens_details = { reasoning_tokens: thinking };
  return readUsage(counted);
}

function addPrompt(counted: JsonObject, input: unknown): void {
  const read = counted.cache_read_input_tokens;
  const written = counted.cache_creation_input_tokens;
  if (isCount(input)) {
    counted.prompt_tokens = input + (isCount(read) ? read : 0) + (isCount(written) ? written : 0);
  }
  if (isCount(read)) counted.prompt_tokens_details = { cached_tokens: read };
}

function addTotal(counted: JsonObject): void {
  const { prompt_tokens: prompt, completion_tokens: completion } = counted;
  if (isCount(prompt) && isCount(completion)) counted.total_tokens = prompt + completion;
}

/**
 * The usage of a stream, which is reported at the start and again at the end. Fields that are
 * missing or null at the end keep their earlier values.
 */
export function mergedUsage(earlier: unknown, later: unknown): unknown {
  if (!isJsonObject(later)) return earlier;
  return assignPresent(isJsonObject(earlier) ? { ...earlier } : {}, later);
}
