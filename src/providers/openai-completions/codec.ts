import { openaiErrorBody } from "../openai/error-body.ts";
import { hasChoices } from "../openai-chat/stream.ts";
import type { ProviderCodec } from "../provider.ts";
import { readAnswer } from "./answer.ts";
import { isStoredAt, matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";
import { collectAnswer } from "./stream.ts";
import { streamTexts } from "./texts.ts";

/** Completions of a plain prompt, the predecessor of chat. Based on OpenAI's reference of 2026. */
export const openaiCompletionsCodec: ProviderCodec<object, unknown, unknown> = {
  name: "openai-completions",
  operation: "completions",
  matches,
  isStoredAt,
  readPrompt,
  writePrompt,
  collapsePrompt,
  readAnswer,
  collectAnswer,
  framing: "sse",
  endsTold: hasChoices,
  streamTexts,
  errorBody: openaiErrorBody,
};
