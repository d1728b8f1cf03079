import type { ProviderCodec } from "../provider.ts";
import { LastChunk } from "../stream/last-chunk.ts";
import { readAnswer } from "./answer.ts";
import { matches } from "./match.ts";
import { collapsePrompt, readPrompt, writePrompt } from "./prompt.ts";

/** The AI SDK's calls of image models (`ImageModelV4CallOptions` and older). */
export const aiSdkImageModelCodec: ProviderCodec<object, unknown, unknown> = {
  name: "ai-sdk-image-model",
  operation: "images",
  matches,
  readPrompt,
  writePrompt,
  collapsePrompt,
  readAnswer,
  collectAnswer: () => new LastChunk(readAnswer),
  framing: "sse",
  errorBody: (error) => ({ error }),
};
