import type { Usage } from "../../types.ts";
import type { JsonObject } from "../json/json-shape.ts";

const COUNTERS = ["prompt_tokens", "completion_tokens", "total_tokens"] as const;

/**
 * A provider's usage that has the contract's names already (ingest request, `usage`). Counters
 * that are no integer from 0 on, and details that are no object, are left out; other fields
 * travel as they are. Undefined when nothing is left.
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

/** Its own, because the root entry point needs nothing else of the file with the common one. */
function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
