import { readGoogleUsage } from "./google-usage.ts";
import { isJsonObject } from "./json-shape.ts";
import type { Answer } from "./provider.ts";

/** Reads an answer of Google's that gives no text: numbers, pictures, the name of what was stored. */
export function readGoogleWordlessAnswer(response: unknown): Answer {
  if (!isJsonObject(response)) return { output: "" };
  return { output: "", usage: readGoogleUsage(response.usageMetadata) ?? countOf(response) };
}

/** A count is usage that has not been spent yet. */
function countOf(response: object): Answer["usage"] {
  const { totalTokens } = response as { readonly totalTokens?: unknown };
  return Number.isSafeInteger(totalTokens) ? { prompt_tokens: totalTokens as number } : undefined;
}
