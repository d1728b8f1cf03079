import { GOOGLE_WORDLESS } from "../google/wordless.ts";
import { collapsePrompt, readPrompt, writePrompt } from "../google-generate-content/prompt.ts";
import type { ProviderCodec } from "../provider.ts";
import { matches } from "./match.ts";

/** Content that Google stores for later requests. Based on the Gemini API reference of 2026. */
export const googleCachedContentsCodec: ProviderCodec<object, unknown, unknown> = {
  name: "google-cached-contents",
  operation: "cached_contents",
  matches,
  // Its model has its collection before it, elsewhere left out as a part of the path.
  readPrompt(request) {
    const prompt = readPrompt(request);
    return { ...prompt, model: prompt.model.replace(/^.*\bmodels\//, "") };
  },
  writePrompt,
  collapsePrompt,
  ...GOOGLE_WORDLESS,
};
