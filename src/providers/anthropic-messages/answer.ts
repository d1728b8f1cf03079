import { isJsonObject, type JsonObject, stringOf } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";
import { outputOf, textOfBlock } from "./output.ts";
import { messageUsage } from "./usage.ts";

/**
 * What a message says (Anthropic reference, "Create a Message"), and what a count of tokens says.
 * Reads what is there and never throws: an answer of any other shape says nothing.
 */
export function readAnswer(response: unknown): Answer {
  if (!isJsonObject(response)) return { output: "" };
  const blocks: unknown[] = Array.isArray(response.content) ? response.content : [];
  return {
    output: outputOf(blocks.map(textOfBlock)),
    usage: messageUsage(response.usage ?? countedTokens(response)),
    model: stringOf(response.model) || undefined,
    finishReason: stringOf(response.stop_reason) || undefined,
    ...(response.type === "error" ? { failed: true } : undefined),
  };
}

/** A count of tokens is usage that has not been spent yet. */
function countedTokens(response: JsonObject): JsonObject | undefined {
  const { content, input_tokens } = response;
  return content === undefined && input_tokens !== undefined ? { input_tokens } : undefined;
}
