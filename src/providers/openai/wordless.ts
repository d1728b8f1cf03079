import { readWordlessAnswer } from "../answer/wordless-answer.ts";
import { LastChunk } from "../stream/last-chunk.ts";
import { openaiErrorBody } from "./error-body.ts";

/**
 * The common part of codecs for OpenAI's routes whose answers contain no text, such as embeddings.
 */
export const OPENAI_WORDLESS = {
  readAnswer: readWordlessAnswer,
  collectAnswer: () => new LastChunk(readWordlessAnswer),
  framing: "sse",
  errorBody: openaiErrorBody,
} as const;
