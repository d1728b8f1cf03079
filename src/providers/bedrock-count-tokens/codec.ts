import { bedrockErrorBody } from "../bedrock/error-body.ts";
import type { ProviderCodec } from "../provider.ts";
import { LastChunk } from "../stream/last-chunk.ts";
import { readAnswer } from "./answer.ts";
import { matches, modelAt } from "./match.ts";
import { countPrompt } from "./prompt.ts";

const COMMON = {
  name: "bedrock-count-tokens",
  operation: "count_tokens",
  matches,
  readAnswer,
  collectAnswer: () => new LastChunk(readAnswer),
  framing: "amazon-event-stream",
  errorBody: bedrockErrorBody,
} as const;

/**
 * Counting the tokens of a conversation, or of a body in a model's own format. Based on Bedrock's
 * reference of 2026.
 */
export const bedrockCountTokensCodec: ProviderCodec<object, unknown, unknown> = {
  ...COMMON,
  ...countPrompt("base64"),
  modelAt,
};

/** The same as input of the AWS client. */
export const bedrockCountTokensInputCodec: ProviderCodec<object, unknown, unknown> = {
  ...COMMON,
  ...countPrompt("bytes"),
};
