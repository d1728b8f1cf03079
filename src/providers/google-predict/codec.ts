import { googleModelAt } from "../google/model.ts";
import { GOOGLE_WORDLESS } from "../google/wordless.ts";
import type { ProviderCodec } from "../provider.ts";
import { readAnswer } from "./answer.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";

/**
 * Images, videos, embeddings and texts by Google's general prediction method. Based on the Vertex AI
 * reference of 2026.
 */
export const googlePredictCodec: ProviderCodec<object, unknown, unknown> = {
  name: "google-predict",
  operation: "predict",
  matches,
  modelAt: googleModelAt,
  readPrompt,
  writePrompt,
  collapsePrompt,
  ...GOOGLE_WORDLESS,
  readAnswer,
};
