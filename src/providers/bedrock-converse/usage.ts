import type { Usage } from "../../types.ts";
import { readUsage } from "../answer/usage.ts";
import { assignPresent, isCount, isJsonObject } from "../json/json-shape.ts";

/**
 * Usage with the contract's names (ingest request, `usage`). Bedrock counts tokens read from and
 * written to the cache separately from the rest of the prompt (user guide, "Prompt caching"), in
 * Nova's own format under names ending in `Count`; the contract's `prompt_tokens` includes them.
 * Other counts are kept.
 */
export function converseUsage(usage: unknown): Usage | undefined {
  if (!isJsonObject(usage)) return undefined;
  const { inputTokens, outputTokens, totalTokens, ...others } = usage;
  const { cacheReadInputTokenCount, cacheWriteInputTokenCount } = others;
  const read = others.cacheReadInputTokens ?? cacheReadInputTokenCount;
  const written = others.cacheWriteInputTokens ?? cacheWriteInputTokenCount;
  const counted = assignPresent({}, others);
  if (isCount(inputTokens)) {
    const cached = (isCount(read) ? read : 0) + (isCount(written) ? written : 0);
    counted.prompt_tokens = inputTokens + cached;
    counted.total_tokens = isCount(outputTokens)
      ? inputTokens + cached + outputTokens
      : totalTokens;
  } else counted.total_tokens = totalTokens;
  counted.completion_tokens = outputTokens;
  if (isCount(read)) counted.prompt_tokens_details = { cached_tokens: read };
  return readUsage(counted);
}
