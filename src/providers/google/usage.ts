import type { Usage } from "../../types.ts";
import { readUsage } from "../answer/usage.ts";
import { isJsonObject, type JsonObject } from "../json/json-shape.ts";

/** What of Google's counters has a name in the contract (ingest request, `usage`). */
const RENAMED: ReadonlySet<string> = new Set([
  ...["promptTokenCount", "candidatesTokenCount", "responseTokenCount", "totalTokenCount"],
  ...["thoughtsTokenCount", "cachedContentTokenCount"],
]);

/**
 * Google's `usageMetadata` in the contract's names. What was thought counts as completed, since
 * it is billed so and other providers count it so. Other counters travel as they are.
 */
export function readGoogleUsage(metadata: unknown): Usage | undefined {
  if (!isJsonObject(metadata)) return undefined;
  const { promptTokenCount, totalTokenCount, thoughtsTokenCount } = metadata;
  const said = metadata.candidatesTokenCount ?? metadata.responseTokenCount;
  const usage: JsonObject = {};
  put(usage, "prompt_tokens", promptTokenCount);
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

function sum(said: unknown, thought: unknown): number | undefined {
  if (typeof said !== "number") return typeof thought === "number" ? thought : undefined;
  return typeof thought === "number" ? said + thought : said;
}
