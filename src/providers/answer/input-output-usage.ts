import type { Usage } from "../../types.ts";
import { isJsonObject, type JsonObject } from "../json/json-shape.ts";
import { readUsage } from "./usage.ts";

/** Names of the newer OpenAI routes, and the contract's (ingest request, `usage`). */
const CONTRACT_NAMES: ReadonlyMap<string, string> = new Map([
  ["input_tokens", "prompt_tokens"],
  ["output_tokens", "completion_tokens"],
  ["input_tokens_details", "prompt_tokens_details"],
  ["input_token_details", "prompt_tokens_details"],
  ["output_tokens_details", "completion_tokens_details"],
  ["output_token_details", "completion_tokens_details"],
]);

/**
 * Usage with input and output instead of prompt and completion, with the contract's names. Other
 * fields are kept. Undefined if nothing is left.
 */
export function readInputOutputUsage(usage: unknown): Usage | undefined {
  if (!isJsonObject(usage)) return undefined;
  const renamed: JsonObject = {};
  for (const key of Object.keys(usage)) {
    const name = CONTRACT_NAMES.get(key) ?? key;
    // Some gateways send both; the contract's own name takes precedence.
    if (name === key || !Object.hasOwn(usage, name)) renamed[name] = usage[key];
  }
  return readUsage(renamed);
}
