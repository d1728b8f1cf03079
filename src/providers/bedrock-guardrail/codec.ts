import { bedrockErrorBody } from "../bedrock/error-body.ts";
import type { ProviderCodec } from "../provider.ts";
import { LastChunk } from "../stream/last-chunk.ts";
import { readAnswer } from "./answer.ts";
import { matches, modelAt } from "./match.ts";
import { guardrailPrompt } from "./prompt.ts";

const COMMON = {
  name: "bedrock-guardrail",
  operation: "guardrail",
  matches,
  readAnswer,
  collectAnswer: () => new LastChunk(readAnswer),
  framing: "amazon-event-stream",
  answerIn: "outputs",
  errorBody: bedrockErrorBody,
} as const;

/**
 * Texts for AWS's own guardrails: `ApplyGuardrail` and `InvokeGuardrailChecks`. Based on Bedrock's
 * reference of 2026.
 */
export const bedrockGuardrailCodec: ProviderCodec<object, unknown, unknown> = {
  ...COMMON,
  ...guardrailPrompt("base64"),
  modelAt,
};

/** The same as input of the AWS client. */
export const bedrockGuardrailInputCodec: ProviderCodec<object, unknown, unknown> = {
  ...COMMON,
  ...guardrailPrompt("bytes"),
};
