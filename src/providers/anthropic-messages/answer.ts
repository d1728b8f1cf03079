import { isJsonObject, type JsonObject, stringOf } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";
import { outputOf, textOfBlock } from "./output.ts";
import { messageUsage } from "./usage.ts";

/**
 * Reads a message (Anthropic reference, "Create a Message") or a token count. Reads what is there
 * and never throws: an unknown answer is empty.
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

/** A token count is reported as usage. */
function countedTokens(response: JsonObject): JsonObject | undefined {
  const { content, input_tokens } = response;
  return content === undefined && input_tokens !== undefined ? { input_tokens } : undefined;
}
