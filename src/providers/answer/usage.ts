import type { Usage } from "../../types.ts";
import type { JsonObject } from "../json/json-shape.ts";

const COUNTERS = ["prompt_tokens", "completion_tokens", "total_tokens"] as const;

/**
 * A provider's usage that already has the contract's names (ingest request, `usage`). Counts that
 * are not integers of at least 0, and details that are not objects, are left out; other fields are
 * kept. Undefined if nothing is left.
 */
export function readUsage(value: unknown): Usage | undefined {
  if (!isJsonObject(value)) return undefined;
  const usage: JsonObject = { ...value };
  for (const name of COUNTERS) dropUnlessCount(usage, name);
  keepDetails(usage, "prompt_tokens_details", "cached_tokens");
  keepDetails(usage, "completion_tokens_details", "reasoning_tokens");
  return Object.keys(usage).length === 0 ? undefined : usage;
}

function keepDetails(usage: JsonObject, name: string, counter: string): void {
  const details = usage[name];
  if (isJsonObject(details)) {
    const kept = { ...details };
    dropUnlessCount(kept, counter);
    usage[name] = kept;
  } else if (name in usage) {
    delete usage[name];
  }
}

function dropUnlessCount(counts: JsonObject, name: string): void {
  const count = counts[name];
  if (!(Number.isSafeInteger(count) && (count as number) >= 0)) delete counts[name];
}

/**
 * Duplicated here, because the root entry point needs nothing else from the file with the shared
 * one.
 */
function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
