import { googleErrorBody } from "../google/error-body.ts";
import { googleModelAt } from "../google/model.ts";
import type { ProviderCodec } from "../provider.ts";
import { readAnswer } from "./answer.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";
import { collectAnswer } from "./stream.ts";
import { streamTexts } from "./texts.ts";

/**
 * Gemini's answers, complete and streamed, from the Gemini API and Vertex AI. Based on the
 * references of 2026.
 */
export const googleGenerateContentCodec: ProviderCodec<object, unknown, unknown> = {
  name: "google-generate-content",
  operation: "generate_content",
  matches,
  modelAt: googleModelAt,
  readPrompt,
  writePrompt,
  collapsePrompt,
  readAnswer,
  collectAnswer,
  framing: "sse",
  streamTexts,
  streamsInArrays: true,
  errorBody: googleErrorBody,
};
