import { bedrockErrorBody } from "../bedrock/error-body.ts";
import type { ProviderCodec } from "../provider.ts";
import { readAnswer, readOutput } from "./answer.ts";
import { countedInHeaders } from "./counted-in-headers.ts";
import { matches, modelAt } from "./match.ts";
import { inputPrompt, wirePrompt } from "./prompt.ts";
import { collectAnswer } from "./stream.ts";
import { streamTexts } from "./texts.ts";

const COMMON = {
  name: "bedrock-invoke",
  operation: "invoke_model",
  matches,
  collectAnswer,
  framing: "amazon-event-stream",
  streamTexts,
  signsTexts: true,
  errorBody: bedrockErrorBody,
} as const;

/**
 * Bedrock models in formats of their own, over HTTP. Based on Bedrock's user guide of 2026,
 * "Inference request parameters and response fields".
 */
export const bedrockInvokeCodec: ProviderCodec<object, unknown, unknown> = {
  ...COMMON,
  ...wirePrompt,
  readAnswer,
  modelAt,
  usageIn: (headers) => countedInHeaders((name) => headers.get(name)),
};

/** The same as input of the AWS client: the model next to a body of bytes. */
export const bedrockInvokeInputCodec: ProviderCodec<object, unknown, unknown> = {
  ...COMMON,
  ...inputPrompt,
  readAnswer: readOutput,
};
