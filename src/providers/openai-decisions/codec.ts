import { openaiErrorBody } from "../openai/error-body.ts";
import type { ProviderCodec } from "../provider.ts";
import { LastChunk } from "../stream/last-chunk.ts";
import { readAnswer } from "./answer.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";

/**
 * Decisions: questions about an input, answered by choice or score. Based on OpenAI's reference of
 * 2026.
 */
export const openaiDecisionsCodec: ProviderCodec<object, unknown, unknown> = {
  name: "openai-decisions",
  operation: "decisions",
  matches,
  readPrompt,
  writePrompt,
  collapsePrompt,
  readAnswer,
  collectAnswer: () => new LastChunk(readAnswer),
  framing: "sse",
  errorBody: openaiErrorBody,
};
