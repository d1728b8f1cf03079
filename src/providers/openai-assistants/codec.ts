import { openaiErrorBody } from "../openai/error-body.ts";
import type { ProviderCodec } from "../provider.ts";
import { readAnswer } from "./answer.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";
import { collectAnswer } from "./stream.ts";
import { streamTexts } from "./texts.ts";

/** Assistants, their threads, messages and runs. Based on OpenAI's reference of 2026. */
export const openaiAssistantsCodec: ProviderCodec<object, unknown, unknown> = {
  name: "openai-assistants",
  operation: "assistants",
  matches,
  readPrompt,
  writePrompt,
  collapsePrompt,
  readAnswer,
  collectAnswer,
  framing: "sse",
  streamTexts,
  errorBody: openaiErrorBody,
};
