import type { ProviderCodec } from "../provider.ts";
import { LastChunk } from "../stream/last-chunk.ts";
import { readAnswer } from "./answer.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";

/** The AI SDK's calls of embedding models (`EmbeddingModelV4CallOptions` and older). */
export const aiSdkEmbeddingModelCodec: ProviderCodec<object, unknown, unknown> = {
  name: "ai-sdk-embedding-model",
  operation: "embeddings",
  matches,
  readPrompt,
  writePrompt,
  collapsePrompt,
  readAnswer,
  collectAnswer: () => new LastChunk(readAnswer),
  framing: "sse",
  errorBody: (error) => ({ error }),
};
