import { readUsage } from "../answer/usage.ts";
import { isJsonObject, type JsonObject, stringOf } from "../json/json-shape.ts";
import { type CallText, outputOf } from "../openai-chat/choice.ts";
import type { Answer } from "../provider.ts";

/**
 * Reads an answer of Ollama (Ollama API reference). Reads what is there and never throws. Thinking
 * is not part of the answer.
 */
export function readAnswer(response: unknown): Answer {
  if (!isJsonObject(response)) return { output: "" };
  const choice = {
    content: wordsOf(response),
    refusal: "",
    transcript: "",
    calls: callsOf(response),
  };
  return { output: outputOf([choice]), ...factsOf(response) };
}

/** Everything except the text: the last chunk of a stream has all of it. */
export function factsOf(response: JsonObject): Omit<Answer, "output"> {
  const { model, done_reason: reason } = response;
  return {
    usage: usageOf(response) ?? readUsage(response.usage),
    model: stringOf(model) || undefined,
    finishReason: stringOf(reason) || undefined,
    ...(typeof response.error === "string" ? { failed: true, error: FAILURE } : undefined),
  };
}

/** How streams report failures after their start. The message does not reach telemetry. */
const FAILURE = Object.freeze({ name: "ResponseError" });

/** The text of a chat message, or of a completion. */
export function wordsOf({ message, response }: JsonObject): string {
  return stringOf(isJsonObject(message) ? message.content : response);
}

/** The calls in a message, with their arguments as JSON. */
export function callsOf({ message }: JsonObject): CallText[] {
  const calls = isJsonObject(message) ? message.tool_calls : undefined;
  if (!Array.isArray(calls)) return [];
  return calls.flatMap((call: unknown) => {
    const called = isJsonObject(call) ? call.function : undefined;
    if (!isJsonObject(called)) return [];
    return [{ name: stringOf(called.name), input: inputOf(called.arguments) }];
  });
}

function inputOf(input: unknown): string {
  if (typeof input === "string") return input;
  try {
    return JSON.stringify(input ?? {}) ?? "";
  } catch {
    return "";
  }
}

function usageOf({ prompt_eval_count: asked, eval_count: said }: JsonObject): Answer["usage"] {
  const isWhole = typeof asked === "number" && typeof said === "number";
  return readUsage({
    ...(asked === undefined ? undefined : { prompt_tokens: asked }),
    ...(said === undefined ? undefined : { completion_tokens: said }),
    ...(isWhole ? { total_tokens: asked + said } : undefined),
  });
}
