import { OPENAI_WORDLESS } from "../openai/wordless.ts";
import type { ProviderCodec } from "../provider.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";
import { collectAnswer } from "./stream.ts";

/** Speech generated from text. Based on OpenAI's reference of 2026. */
export const openaiSpeechCodec: ProviderCodec<object, unknown, unknown> = {
  name: "openai-speech",
  operation: "audio.speech",
  matches,
  readPrompt,
  writePrompt,
  collapsePrompt,
  ...OPENAI_WORDLESS,
  collectAnswer,
  answersIn: "bytes",
};
