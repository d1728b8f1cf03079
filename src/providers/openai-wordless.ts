import { LastChunk } from "./last-chunk.ts";
import { openaiErrorBody } from "./openai-error-body.ts";
import { readWordlessAnswer } from "./wordless-answer.ts";

/** What codecs of OpenAI's routes have in common that answer without words, such as embeddings. */
export const OPENAI_WORDLESS = {
  readAnswer: readWordlessAnswer,
  collectAnswer: () => new LastChunk(readWordlessAnswer),
  framing: "sse",
  errorBody: openaiErrorBody,
} as const;
