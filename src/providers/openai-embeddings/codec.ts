import { LastChunk } from "../last-chunk.ts";
import { openaiErrorBody } from "../openai-error-body.ts";
import type { ProviderCodec } from "../provider.ts";
import { readWordlessAnswer } from "../wordless-answer.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";

/** Embeddings, in OpenAI's own form and its dialects. Written against OpenAI's reference of 2026. */
export const openaiEmbeddingsCodec: ProviderCodec<object, unknown, unknown> = {
  name: "openai-embeddings",
  operation: "embeddings",
  matches,
  readPrompt,
  writePrompt,
  collapsePrompt,
  readAnswer: readWordlessAnswer,
  collectAnswer: () => new LastChunk(readWordlessAnswer),
  framing: "sse",
  errorBody: openaiErrorBody,
};
