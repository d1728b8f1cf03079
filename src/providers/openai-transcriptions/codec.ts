import { openaiErrorBody } from "../openai/error-body.ts";
import type { ProviderCodec } from "../provider.ts";
import { readAnswer } from "./answer.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";
import { collectAnswer } from "./stream.ts";
import { streamTexts } from "./texts.ts";

/** Transcriptions and translations of speech. Based on OpenAI's reference of 2026. */
export const openaiTranscriptionsCodec: ProviderCodec<object, unknown, unknown> = {
  name: "openai-transcriptions",
  operation: "audio.transcriptions",
  matches,
  readPrompt,
  writePrompt,
  collapsePrompt,
  readAnswer,
  collectAnswer,
  framing: "sse",
  streamTexts,
  takesForms: true,
  answersIn: "text",
  errorBody: openaiErrorBody,
};
