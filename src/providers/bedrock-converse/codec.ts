import { bedrockErrorBody } from "../bedrock/error-body.ts";
import type { ProviderCodec } from "../provider.ts";
import { readAnswer } from "./answer.ts";
import { matches, modelAt } from "./match.ts";
import { conversePrompt, isStoredPrompt } from "./prompt.ts";
import { collectAnswer } from "./stream.ts";
import { streamTexts } from "./texts.ts";

/** The part of the codec that does not depend on how bytes are encoded. */
const COMMON = {
  name: "bedrock-converse",
  operation: "converse",
  matches,
  readAnswer,
  collectAnswer,
  framing: "amazon-event-stream",
  streamTexts,
  signsTexts: true,
  // Next to it are AWS's own notes about the request.
  answerIn: "output",
  errorBody: bedrockErrorBody,
} as const;

/** Converse and ConverseStream over HTTP. Based on Bedrock's reference of 2026. */
export const bedrockConverseCodec: ProviderCodec<object, unknown, unknown> = {
  ...COMMON,
  ...conversePrompt("base64"),
  modelAt,
  isStoredAt: (route) => isStoredPrompt(modelAt(route)),
};

/** The same as input of the AWS client: with the model as a member, and bytes unencoded. */
export const bedrockConverseInputCodec: ProviderCodec<object, unknown, unknown> = {
  ...COMMON,
  ...conversePrompt("bytes"),
};
