import { LastChunk } from "../last-chunk.ts";
import { openaiErrorBody } from "../openai-error-body.ts";
import type { ProviderCodec } from "../provider.ts";
import { readWordlessAnswer } from "../wordless-answer.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";

/** Searches in stored documents, whose query is put into words by people. Written against OpenAI's reference of 2026. */
export const openaiVectorSearchCodec: ProviderCodec<object, unknown, unknown> = {
  name: "openai-vector-search",
  operation: "vector_stores.search",
  matches,
  readPrompt,
  writePrompt,
  collapsePrompt,
  readAnswer: readWordlessAnswer,
  collectAnswer: () => new LastChunk(readWordlessAnswer),
  framing: "sse",
  errorBody: openaiErrorBody,
};
