import { openaiErrorBody } from "../openai-error-body.ts";
import type { ProviderCodec } from "../provider.ts";
import { readWordlessAnswer } from "../wordless-answer.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";
import { collectAnswer } from "./stream.ts";

/** Speech made from words. Written against OpenAI's reference of 2026. */
export const openaiSpeechCodec: ProviderCodec<object, unknown, unknown> = {
  name: "openai-speech",
  operation: "audio.speech",
  matches,
  readPrompt,
  writePrompt,
  collapsePrompt,
  readAnswer: readWordlessAnswer,
  collectAnswer,
  framing: "sse",
  answersIn: "bytes",
  errorBody: openaiErrorBody,
};
