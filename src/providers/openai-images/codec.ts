import { openaiErrorBody } from "../openai/error-body.ts";
import type { ProviderCodec } from "../provider.ts";
import { readAnswer } from "./answer.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";
import { collectAnswer } from "./stream.ts";

/** Images generated from text and other images. Based on OpenAI's reference of 2026. */
export const openaiImagesCodec: ProviderCodec<object, unknown, unknown> = {
  name: "openai-images",
  operation: "images",
  matches,
  readPrompt,
  writePrompt,
  collapsePrompt,
  readAnswer,
  collectAnswer,
  framing: "sse",
  takesForms: true,
  errorBody: openaiErrorBody,
};
