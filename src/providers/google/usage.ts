import type { Usage } from "../../types.ts";
import { readUsage } from "../answer/usage.ts";
import { isJsonObject, type JsonObject } from "../json/json-shape.ts";

/** Google's counts that have a name in the contract (ingest request, `usage`). */
const RENAMED: ReadonlySet<string> = new Set([
  ...["promptTokenCount", "candidatesTokenCount", "responseTokenCount", "totalTokenCount"],
  ...["thoughtsTokenCount", "cachedContentTokenCount"],
]);

/**
 * Google's `usageMetadata` with the contract's names. Thought tokens count as completion tokens,
 * because they are billed as such and other providers count them as such. Tokens from Google's own
 * tools count as prompt tokens: otherwise the two do not add up to the total. Other counts are
 * kept.
 */
export function readGoogleUsage(metadata: unknown): Usage | undefined {
  if (!isJsonObject(metadata)) return undefined;
  const { promptTokenCount, toolUsePromptTokenCount, totalTokenCount, thoughtsTokenCount } =
    metadata;
  const said = metadata.candidatesTokenCount ?? metadata.responseTokenCount;
  const usage: JsonObject = {};
  put(usage, "prompt_tokens", sum(promptTokenCount, toolUsePromptTokenCount));
  put(usage, "completion_tokens", sum(said, thoughtsTokenCount));
  put(usage, "total_tokens", totalTokenCount);
  putDetail(usage, "prompt_tokens_details", { cached_tokens: metadata.cachedContentTokenCount });
  putDetail(usage, "completion_tokens_details", { reasoning_tokens: thoughtsTokenCount });
  for (const key of Object.keys(metadata)) {
    if (!RENAMED.has(key) && !Object.hasOwn(usage, key)) usage[key] = metadata[key];
  }
  return readUsage(usage);
}

function put(usage: JsonObject, name: string, count: unknown): void {
  if (typeof count === "number") usage[name] = count;
}

function putDetail(usage: JsonObject, name: string, detail: JsonObject): void {
  if (Object.values(detail).some((count) => typeof count === "number")) usage[name] = detail;
}

function sum(one: unknown, other: unknown): number | undefined {
  if (typeof one !== "number") return typeof other === "number" ? other : undefined;
  return typeof other === "number" ? one + other : one;
}
