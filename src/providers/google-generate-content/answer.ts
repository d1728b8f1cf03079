import { readGoogleUsage } from "../google/usage.ts";
import { isJsonObject, type JsonObject, stringOf } from "../json/json-shape.ts";
import { outputOf } from "../openai-chat/choice.ts";
import type { Answer } from "../provider.ts";
import { candidateText } from "./output.ts";
import { answerIn } from "./wrapped.ts";

/**
 * Reads a `GenerateContentResponse`. Reads what is there and never throws: an unknown answer is
 * empty.
 */
export function readAnswer(body: unknown): Answer {
  if (!isJsonObject(body)) return { output: "" };
  const response = answerIn(body);
  const candidates: unknown[] = Array.isArray(response.candidates) ? response.candidates : [];
  return {
    output: outputOf(candidates.map(candidateText)),
    usage: readGoogleUsage(response.usageMetadata),
    model: stringOf(response.modelVersion) || undefined,
    finishReason: finishReasonOf(candidates[0]) || blockReasonOf(response) || undefined,
    ...failureOf(response),
  };
}

/** Why a candidate ended; empty while it has not. */
export function finishReasonOf(candidate: unknown): string {
  return isJsonObject(candidate) ? stringOf(candidate.finishReason) : "";
}

/** Why a prompt got no answer at all. */
export function blockReasonOf({ promptFeedback }: JsonObject): string {
  return isJsonObject(promptFeedback) ? stringOf(promptFeedback.blockReason) : "";
}

/** An error instead of an answer: how streams report failures after their start. */
export function failureOf({ error }: JsonObject): Pick<Answer, "failed" | "error"> | undefined {
  if (!isJsonObject(error)) return undefined;
  const { code, status } = error;
  return { failed: true, error: { name: "ApiError", status: code, code: status } };
}
