import { openaiErrorBody } from "../openai/error-body.ts";
import type { ProviderCodec } from "../provider.ts";
import { readAnswer } from "./answer.ts";
import { matches } from "./match.ts";
import { type ChatRequest, collapsePrompt, oneWalk, readPrompt, writePrompt } from "./prompt.ts";
import { collectAnswer, hasChoices, streamUsage } from "./stream.ts";
import { streamTexts } from "./texts.ts";

/**
 * Chat completions, in OpenAI's own format and its dialects. Based on OpenAI's reference of 2026.
 */
export const openaiChatCodec: ProviderCodec<ChatRequest, unknown, unknown> = {
  name: "openai-chat",
  operation: "chat.completions",
  matches,
  readPrompt,
  writePrompt,
  oneWalk,
  collapsePrompt,
  readAnswer,
  collectAnswer,
  framing: "sse",
  endsTold: hasChoices,
  streamTexts,
  signsTexts: true,
  streamUsage,
  errorBody: openaiErrorBody,
};
