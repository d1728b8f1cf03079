import { OPENAI_WORDLESS } from "../openai/wordless.ts";
import type { ProviderCodec } from "../provider.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";

/** Videos generated from text, images and other videos. Based on OpenAI's reference of 2026. */
export const openaiVideosCodec: ProviderCodec<object, unknown, unknown> = {
  name: "openai-videos",
  operation: "videos",
  matches,
  readPrompt,
  writePrompt,
  collapsePrompt,
  ...OPENAI_WORDLESS,
  takesForms: true,
};
