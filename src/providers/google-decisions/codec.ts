import { googleErrorBody } from "../google/error-body.ts";
import type { ProviderCodec } from "../provider.ts";
import { LastChunk } from "../stream/last-chunk.ts";
import { readAnswer } from "./answer.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";

/**
 * Decisions: questions about an input, answered by choice, score or probability. Based on the types
 * of `@google/genai` 3.3.
 */
export const googleDecisionsCodec: ProviderCodec<object, unknown, unknown> = {
  name: "google-decisions",
  operation: "decisions",
  matches,
  readPrompt,
  writePrompt,
  collapsePrompt,
  readAnswer,
  collectAnswer: () => new LastChunk(readAnswer),
  framing: "sse",
  errorBody: googleErrorBody,
};
