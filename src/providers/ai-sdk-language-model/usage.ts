import type { Usage } from "../../types.ts";
import { readUsage } from "../answer/usage.ts";
import { isJsonObject } from "../json/json-shape.ts";

/**
 * Usage with the contract's names, from numbers (version 2 of the specification) or from objects
 * with details (versions 3 and 4). Undefined if nothing was counted.
 */
export function readTokenUsage(usage: unknown): Usage | undefined {
  if (!isJsonObject(usage)) return undefined;
  const input = totalOf(usage.inputTokens);
  const output = totalOf(usage.outputTokens);
  const cached = partOf(usage.inputTokens, "cacheRead") ?? countOf(usage.cachedInputTokens);
  const reasoning = partOf(usage.outputTokens, "reasoning") ?? countOf(usage.reasoningTokens);
  const sum = input === undefined || output === undefined ? undefined : input + output;
  return readUsage(
    withoutUndefined({
      prompt_tokens: input,
      completion_tokens: output,
      total_tokens: countOf(usage.totalTokens) ?? sum,
      prompt_tokens_details: cached === undefined ? undefined : { cached_tokens: cached },
      completion_tokens_details:
        reasoning === undefined ? undefined : { reasoning_tokens: reasoning },
    }),
  );
}

function totalOf(tokens: unknown): number | undefined {
  return countOf(tokens) ?? partOf(tokens, "total");
}

function partOf(tokens: unknown, name: string): number | undefined {
  return isJsonObject(tokens) ? countOf(tokens[name]) : undefined;
}

function countOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function withoutUndefined(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
