import { googleModelAt } from "../google/model.ts";
import { GOOGLE_WORDLESS } from "../google/wordless.ts";
import type { ProviderCodec } from "../provider.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";

/** Pictures, videos and embeddings by Google's general method. Written against the Vertex AI reference of 2026. */
export const googlePredictCodec: ProviderCodec<object, unknown, unknown> = {
  name: "google-predict",
  operation: "predict",
  matches,
  modelAt: googleModelAt,
  readPrompt,
  writePrompt,
  collapsePrompt,
  ...GOOGLE_WORDLESS,
};
