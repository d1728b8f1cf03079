import { outputOf } from "../anthropic-messages/output.ts";
import { isJsonObject, stringOf } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";
import { routedModel, textOfBlock } from "./output.ts";
import { converseUsage } from "./usage.ts";

/**
 * Reads an answer (Bedrock reference, `ConverseResponse`). Reads what is there and never throws: an
 * unknown answer is empty.
 */
export function readAnswer(response: unknown): Answer {
  if (!isJsonObject(response)) return { output: "" };
  const { output, usage, stopReason, trace } = response;
  const message = isJsonObject(output) ? output.message : undefined;
  const content = isJsonObject(message) ? message.content : undefined;
  const said: unknown[] = Array.isArray(content) ? content : [];
  return {
    output: outputOf(said.map(textOfBlock)),
    usage: converseUsage(usage),
    model: routedModel(trace),
    finishReason: stringOf(stopReason) || undefined,
  };
}
