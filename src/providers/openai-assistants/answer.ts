import { readUsage } from "../answer/usage.ts";
import { isJsonObject, type JsonObject, stringOf } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";

/**
 * Reads a run (OpenAI reference, "The run object"): its model, usage and status, and the calls that
 * it waits for. Its messages are fetched later, by a request without a prompt. Stored assistants,
 * threads and messages have no output.
 */
export function readAnswer(response: unknown): Answer {
  if (!isJsonObject(response)) return { output: "" };
  const { model, usage, status, required_action: action } = response;
  return {
    output: isJsonObject(action) ? callsOf(action).join("\n") : "",
    usage: readUsage(usage),
    model: stringOf(model) || undefined,
    finishReason: stringOf(status) || undefined,
    ...(status === "failed" ? { failed: true } : undefined),
  };
}

function callsOf(action: JsonObject): string[] {
  const { submit_tool_outputs: wanted } = action;
  const calls: unknown = isJsonObject(wanted) ? wanted.tool_calls : undefined;
  if (!Array.isArray(calls)) return [];
  return calls.flatMap((call) => {
    const asked: unknown = isJsonObject(call) ? call.function : undefined;
    return isJsonObject(asked) ? [`${stringOf(asked.name)}(${stringOf(asked.arguments)})`] : [];
  });
}
