import { readUsage } from "../answer/usage.ts";
import { isCount, isJsonObject, type JsonObject } from "../json/json-shape.ts";
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

/**
 * A count is usage that has not been spent yet. Vertex AI counts what it has embedded text by text,
 * beside each embedding.
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
