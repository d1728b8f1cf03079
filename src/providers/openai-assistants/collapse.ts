import { isJsonObject, type JsonObject } from "../json/json-shape.ts";

/**
 * Puts the remaining text where the request has user text, which differs between the routes of
 * assistants. Tool results have no such place, so the first one takes it.
 */
export function complete(collapsed: JsonObject, original: JsonObject): JsonObject {
  const { instructions: text, ...kept } = collapsed;
  const messages = [{ role: "user", content: text }];
  if ("tool_outputs" in original) {
    return { ...kept, tool_outputs: outputsWith(text, original.tool_outputs) };
  }
  if ("content" in original) return { ...kept, content: text };
  if ("thread" in original) return { ...kept, thread: { messages } };
  if ("messages" in original) return { ...kept, messages };
  if ("assistant_id" in original) return { ...kept, additional_messages: messages };
  return collapsed;
}

function outputsWith(text: unknown, outputs: unknown): unknown {
  if (!Array.isArray(outputs) || outputs.length === 0) return [{ output: text }];
  return outputs.map((output: unknown, index) => ({
    ...(isJsonObject(output) ? { tool_call_id: output.tool_call_id } : undefined),
    output: index === 0 ? text : "",
  }));
}
