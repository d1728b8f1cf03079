import { readInputOutputUsage } from "../answer/input-output-usage.ts";
import { joinedLines } from "../answer/joined-lines.ts";
import { isJsonObject, type JsonObject, stringOf } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";
import { textOfItem } from "./output.ts";

/**
 * Reads a response (OpenAI reference, "The response object"), a compaction or a token count. Reads
 * what is there and never throws: an unknown answer is empty. A response that runs in the
 * background has only its status; its text comes later.
 */
export function readAnswer(response: unknown): Answer {
  if (!isJsonObject(response)) return { output: "" };
  const items: unknown[] = Array.isArray(response.output) ? response.output : [];
  return {
    output: joinedLines(items.map(textOfItem)),
    usage: readInputOutputUsage(response.usage ?? countedTokens(response)),
    model: stringOf(response.model) || undefined,
    finishReason: finishReasonOf(response),
    ...(response.status === "failed" ? { failed: true } : undefined),
  };
}

/** Why the model stopped early, or else the response's status. Also that of a queued response. */
function finishReasonOf(response: JsonObject): string | undefined {
  const { status, incomplete_details: details } = response;
  const reason = isJsonObject(details) ? stringOf(details.reason) : "";
  return (status === "incomplete" && reason) || stringOf(status) || undefined;
}

/** A token count is reported as usage. */
function countedTokens(response: JsonObject): JsonObject | undefined {
  const { object, input_tokens } = response;
  return object === "response.input_tokens" ? { input_tokens } : undefined;
}
