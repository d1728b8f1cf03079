import type { Usage } from "../../types.ts";
import { countedUsage } from "./answer.ts";

/**
 * Bedrock's token counts in the headers of an InvokeModel answer. The bodies of Mistral, Cohere and
 * DeepSeek contain none.
 */
export function countedInHeaders(headerOf: (name: string) => unknown): Usage | undefined {
  const asked = countIn(headerOf("x-amzn-bedrock-input-token-count"));
  return countedUsage(asked, countIn(headerOf("x-amzn-bedrock-output-token-count")));
}

function countIn(header: unknown): number | undefined {
  return typeof header === "string" && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}
