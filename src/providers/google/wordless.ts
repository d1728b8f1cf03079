import { isJsonObject } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";
import { LastChunk } from "../stream/last-chunk.ts";
import { googleErrorBody } from "./error-body.ts";
import { readGoogleUsage } from "./usage.ts";

/** What codecs of Google's routes have in common that answer without words, such as embeddings. */
export const GOOGLE_WORDLESS = {
  readAnswer,
  collectAnswer: () => new LastChunk(readAnswer),
  framing: "sse",
  errorBody: googleErrorBody,
} as const;

/** Reads an answer of Google's that gives no text: numbers, pictures, the name of what was stored. */
function readAnswer(response: unknown): Answer {
  if (!isJsonObject(response)) return { output: "" };
  return { output: "", usage: readGoogleUsage(response.usageMetadata) ?? countOf(response) };
}

/** A count is usage that has not been spent yet. */
function countOf(response: object): Answer["usage"] {
  const { totalTokens } = response as { readonly totalTokens?: unknown };
  return Number.isSafeInteger(totalTokens) ? { prompt_tokens: totalTokens as number } : undefined;
}
