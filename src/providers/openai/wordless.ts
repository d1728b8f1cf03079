import { readWordlessAnswer } from "../answer/wordless-answer.ts";
import { LastChunk } from "../stream/last-chunk.ts";
import { openaiErrorBody } from "./error-body.ts";

/** What codecs of OpenAI's routes have in common that answer without words, such as embeddings. */
export const OPENAI_WORDLESS = {
  readAnswer: readWordlessAnswer,
  collectAnswer: () => new LastChunk(readWordlessAnswer),
  framing: "sse",
  errorBody: openaiErrorBody,
} as const;
