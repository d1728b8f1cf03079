import { readInputOutputUsage } from "../answer/input-output-usage.ts";
import { isJsonObject, type JsonObject, stringOf } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";
import { outputOf, textOfItem } from "./output.ts";

/**
 * What a response says (OpenAI reference, "The response object"), and what a compaction and a
 * count of tokens say. Reads what is there and never throws: an answer of any other shape says
 * nothing. A response that runs in the background says how far it is; its text comes later.
 */
export function readAnswer(response: unknown): Answer {
  if (!isJsonObject(response)) return { output: "" };
  const items: unknown[] = Array.isArray(response.output) ? response.output : [];
  return {
    output: outputOf(items.map(textOfItem)),
    usage: readInputOutputUsage(response.usage ?? countedTokens(response)),
    model: stringOf(response.model) || undefined,
    finishReason: finishReasonOf(response),
    ...(response.status === "failed" ? { failed: true } : undefined),
  };
}

/** Why the model stopped, or its status where it did not stop early. Also that of a queued response. */
function finishReasonOf(response: JsonObject): string | undefined {
  const { status, incomplete_details: details } = response;
  const reason = isJsonObject(details) ? stringOf(details.reason) : "";
  return (status === "incomplete" && reason) || stringOf(status) || undefined;
}

/** A count of tokens is usage that has not been spent yet. */
function countedTokens(response: JsonObject): JsonObject | undefined {
  const { object, input_tokens } = response;
  return object === "response.input_tokens" ? { input_tokens } : undefined;
}
