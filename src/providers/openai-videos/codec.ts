import { LastChunk } from "../last-chunk.ts";
import { openaiErrorBody } from "../openai-error-body.ts";
import type { ProviderCodec } from "../provider.ts";
import { readWordlessAnswer } from "../wordless-answer.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";

/** Videos made from words, pictures and other videos. Written against OpenAI's reference of 2026. */
export const openaiVideosCodec: ProviderCodec<object, unknown, unknown> = {
  name: "openai-videos",
  operation: "videos",
  matches,
  readPrompt,
  writePrompt,
  collapsePrompt,
  readAnswer: readWordlessAnswer,
  collectAnswer: () => new LastChunk(readWordlessAnswer),
  framing: "sse",
  takesForms: true,
  errorBody: openaiErrorBody,
};
