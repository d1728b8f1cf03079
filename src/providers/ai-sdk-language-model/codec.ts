import type { ProviderCodec } from "../provider.ts";
import { readAnswer } from "./answer.ts";
import { matches } from "./match.ts";
import { collapsePrompt, type LanguageModelCall, readPrompt, writePrompt } from "./prompt.ts";
import { collectAnswer } from "./stream.ts";
import { streamTexts } from "./texts.ts";

/**
 * The AI SDK's calls of language models, in versions 2, 3 and 4 of its provider specification (`ai`
 * 5, 6 and 7). Recognized by shape, because an SDK passes on models of older versions too.
 */
export const aiSdkLanguageModelCodec: ProviderCodec<LanguageModelCall, unknown, unknown> = {
  name: "ai-sdk-language-model",
  operation: "chat",
  matches,
  readPrompt,
  writePrompt,
  collapsePrompt,
  readAnswer,
  collectAnswer,
  framing: "sse",
  streamTexts,
  signsTexts: true,
  answerIn: "content",
  errorBody: (error) => ({ error }),
};
