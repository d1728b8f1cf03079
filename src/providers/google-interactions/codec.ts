import { googleErrorBody } from "../google/error-body.ts";
import type { ProviderCodec } from "../provider.ts";
import { readAnswer } from "./answer.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";
import { collectAnswer } from "./stream.ts";
import { streamTexts } from "./texts.ts";

/** Interactions of the Gemini API. Based on Google's reference of 2026. */
export const googleInteractionsCodec: ProviderCodec<object, unknown, unknown> = {
  name: "google-interactions",
  operation: "interactions",
  matches,
  readPrompt,
  writePrompt,
  collapsePrompt,
  readAnswer,
  collectAnswer,
  framing: "sse",
  streamTexts,
  signsTexts: true,
  errorBody: googleErrorBody,
};
