import type { Usage } from "../types.ts";

const COUNTERS = ["prompt_tokens", "completion_tokens", "total_tokens"] as const;
const DETAILS = {
  prompt_tokens_details: "cached_tokens",
  completion_tokens_details: "reasoning_tokens",
} as const;

/**
 * Usage that the service accepts (contract: ingest `usage`, integers >= 0): fields that would
 * have the whole event refused are left out, everything else travels as it is.
 */
export function contractUsage(usage: Usage | undefined): Record<string, unknown> | undefined {
  if (typeof usage !== "object" || usage === null || Array.isArray(usage)) return undefined;
  const kept: Record<string, unknown> = { ...usage };
  for (const name of COUNTERS) {
    if (!isCount(kept[name])) delete kept[name];
  }
  for (const [name, counter] of Object.entries(DETAILS)) keepDetails(kept, name, counter);
  return kept;
}

function keepDetails(usage: Record<string, unknown>, name: string, counter: string): void {
  const details = usage[name];
  if (details === undefined) return;
  if (typeof details !== "object" || details === null || Array.isArray(details)) {
    delete usage[name];
    return;
  }
  const count = (details as Record<string, unknown>)[counter];
  if (count === undefined || isCount(count)) return;
  const kept: Record<string, unknown> = { ...details };
  delete kept[counter];
  usage[name] = kept;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
