import { ollamaErrorBody } from "../ollama/error-body.ts";
import { readAnswer } from "../ollama-chat/answer.ts";
import type { ProviderCodec } from "../provider.ts";
import { LastChunk } from "../stream/last-chunk.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";

/**
 * Ollama's embeddings. Their answers have counts and a model, but no text. Based on its API
 * reference of 2026.
 */
export const ollamaEmbedCodec: ProviderCodec<object, unknown, unknown> = {
  name: "ollama-embed",
  operation: "embeddings",
  matches,
  readPrompt,
  writePrompt,
  collapsePrompt,
  readAnswer,
  collectAnswer: () => new LastChunk(readAnswer),
  framing: "ndjson",
  errorBody: ollamaErrorBody,
};
