import { bedrockErrorBody } from "../bedrock/error-body.ts";
import type { ProviderCodec } from "../provider.ts";
import { readAnswer } from "./answer.ts";
import { matches, modelAt } from "./match.ts";
import { conversePrompt, isStoredPrompt } from "./prompt.ts";
import { collectAnswer } from "./stream.ts";
import { streamTexts } from "./texts.ts";

/** What of the codec does not depend on how bytes stand in a request. */
const COMMON = {
  name: "bedrock-converse",
  operation: "converse",
  matches,
  readAnswer,
  collectAnswer,
  framing: "amazon-event-stream",
  streamTexts,
  signsTexts: true,
  // Beside it stand AWS's own notes about the request.
  answerIn: "output",
  errorBody: bedrockErrorBody,
} as const;

/** Converse and its stream as they travel over HTTP. Written against Bedrock's reference of 2026. */
export const bedrockConverseCodec: ProviderCodec<object, unknown, unknown> = {
  ...COMMON,
  ...conversePrompt("base64"),
  modelAt,
  isStoredAt: (route) => isStoredPrompt(modelAt(route)),
};

/** The same as AWS's client takes it: the model among the members, and bytes as they are. */
export const bedrockConverseInputCodec: ProviderCodec<object, unknown, unknown> = {
  ...COMMON,
  ...conversePrompt("bytes"),
};
