import { readUsage } from "../answer/usage.ts";
import { isCount, isJsonObject, type JsonObject } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";
import { LastChunk } from "../stream/last-chunk.ts";
import { googleErrorBody } from "./error-body.ts";
import { readGoogleUsage } from "./usage.ts";

/**
 * The common part of codecs for Google's routes whose answers contain no text, such as embeddings.
 */
export const GOOGLE_WORDLESS = {
  readAnswer,
  collectAnswer: () => new LastChunk(readAnswer),
  framing: "sse",
  errorBody: googleErrorBody,
} as const;

/** Reads an answer without text: numbers, images, or the name of what was stored. */
function readAnswer(response: unknown): Answer {
  if (!isJsonObject(response)) return { output: "" };
  return { output: "", usage: readGoogleUsage(response.usageMetadata) ?? countOf(response) };
}

/**
 * A token count is reported as usage. Vertex AI returns the count of an embedded text with its
 * embedding.
 */
function countOf(response: JsonObject): Answer["usage"] {
  const { totalTokens, predictions } = response;
  return readUsage({ prompt_tokens: totalTokens ?? embeddedTokens(predictions) });
}

function embeddedTokens(predictions: unknown): number | undefined {
  if (!Array.isArray(predictions)) return undefined;
  return predictions.map(countBeside).reduce((sum, count) => sum + count, 0) || undefined;
}

function countBeside(prediction: unknown): number {
  const embeddings = isJsonObject(prediction) ? prediction.embeddings : undefined;
  const statistics = isJsonObject(embeddings) ? embeddings.statistics : undefined;
  const count = isJsonObject(statistics) ? statistics.token_count : undefined;
  return isCount(count) ? count : 0;
}
