import { anthropicErrorBody } from "../anthropic/error-body.ts";
import type { ProviderCodec } from "../provider.ts";
import { readAnswer } from "./answer.ts";
import { matches, modelAt } from "./match.ts";
import { collapsePrompt, oneWalk, readPrompt, writePrompt } from "./prompt.ts";
import { collectAnswer } from "./stream.ts";
import { streamTexts } from "./texts.ts";

/** Messages, and counting their tokens. Based on Anthropic's reference of 2026. */
export const anthropicMessagesCodec: ProviderCodec<object, unknown, unknown> = {
  name: "anthropic-messages",
  operation: "messages",
  matches,
  modelAt,
  readPrompt,
  writePrompt,
  oneWalk,
  collapsePrompt,
  readAnswer,
  collectAnswer,
  framing: "sse",
  streamTexts,
  signsTexts: true,
  errorBody: anthropicErrorBody,
};
