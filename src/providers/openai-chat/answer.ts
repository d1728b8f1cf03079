import type { Usage } from "../../types.ts";
import { readUsage } from "../answer/usage.ts";
import { isCount, isJsonObject, type JsonObject, stringOf } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";
import { type CallText, type ChoiceText, contentText, inputText, outputOf } from "./choice.ts";

/**
 * Reads a chat completion (OpenAI reference, `chat.completion` object). Reads what is there and
 * never throws: an unknown answer is empty.
 */
export function readAnswer(response: unknown): Answer {
  if (!isJsonObject(response)) return { output: "" };
  const choices: unknown[] = Array.isArray(response.choices) ? response.choices : [];
  const first = isJsonObject(choices[0]) ? choices[0] : {};
  const finishReason = stringOf(first.finish_reason);
  return {
    output: outputOf(textsOf(choices)),
    usage: usageOf(response.usage, response.x_groq),
    model: stringOf(response.model) || undefined,
    finishReason: finishReason || undefined,
    ...failureOf(errorIn(response) || first.error, finishReason),
  };
}

/**
 * A failure with status 200, because the stream had started or a router in between had answered: an
 * error in place of the choices or in one of them (OpenRouter, vLLM), a text in that place (Text
 * Generation Inference), or the finish reason `error` (Mistral).
 */
export function failureOf(
  error: unknown,
  finishReason: string,
): Pick<Answer, "failed" | "error"> | undefined {
  if (!isJsonObject(error)) {
    return finishReason === "error" || stringOf(error) !== "" ? { failed: true } : undefined;
  }
  const { code, type } = error;
  return { failed: true, error: { name: "APIError", status: code, code: type } };
}

/** The same for an event of a stream on any route. */
export function failureIn(event: unknown): ReturnType<typeof failureOf> {
  return isJsonObject(event) ? failureOf(errorIn(event), "") : undefined;
}

/** The error in its usual place, or where Groq reports why a stream stopped early. */
export function errorIn({ error, x_groq: xGroq }: WireError): unknown {
  return error || (isJsonObject(xGroq) ? xGroq.error : undefined);
}

interface WireError {
  readonly error?: unknown;
  readonly x_groq?: unknown;
}

/** Usage in its usual place, or where Groq puts that of a stream. */
export function usageOf(usage: unknown, xGroq: unknown): Usage | undefined {
  return readCounts(usage) ?? (isJsonObject(xGroq) ? readCounts(xGroq.usage) : undefined);
}

function readCounts(usage: unknown): Usage | undefined {
  if (!isJsonObject(usage)) return undefined;
  const { prompt_tokens_details: told } = usage;
  const details = isJsonObject(told) ? told : undefined;
  // OpenAI's own name, in nearly every answer: nothing to copy.
  if (isCount(details?.cached_tokens)) return readUsage(usage);
  // Moonshot's name, and DeepSeek's.
  const { cached_tokens: own, prompt_cache_hit_tokens: hit } = usage;
  const cached = isCount(own) ? own : hit;
  if (!isCount(cached)) return readUsage(usage);
  return readUsage({ ...usage, prompt_tokens_details: { ...details, cached_tokens: cached } });
}

function textsOf(choices: readonly unknown[]): ChoiceText[] {
  const texts: ChoiceText[] = [];
  for (const choice of choices) {
    for (const message of messagesOf(choice)) texts.push(messageText(message));
  }
  return texts;
}

/** The message of a choice, or Mistral's several of one, without the results of its own tools. */
function messagesOf(choice: unknown): JsonObject[] {
  if (!isJsonObject(choice)) return [];
  const { message, messages } = choice;
  if (!Array.isArray(messages)) return isJsonObject(message) ? [message] : [];
  return messages.filter((each) => isJsonObject(each) && each.role !== "tool");
}

function messageText(message: JsonObject): ChoiceText {
  const { content, refusal, audio } = message;
  return {
    content: contentText(content),
    refusal: stringOf(refusal),
    transcript: isJsonObject(audio) ? stringOf(audio.transcript) : "",
    calls: callsOf(message),
  };
}

function callsOf(message: JsonObject): CallText[] {
  const { executed_tools: executed, tool_calls: toolCalls, function_call: functionCall } = message;
  const calls: CallText[] = [];
  for (const call of Array.isArray(executed) ? executed : []) {
    if (isJsonObject(call)) pushCall(calls, executedCall(call));
  }
  for (const call of Array.isArray(toolCalls) ? toolCalls : []) {
    if (!isJsonObject(call)) continue;
    pushCall(calls, call.function);
    pushCall(calls, call.custom);
  }
  pushCall(calls, functionCall);
  return calls;
}

/** The call of a tool that Groq has run itself: its name is its type. */
export function executedCall({ type, arguments: input }: JsonObject): JsonObject {
  return { name: type, arguments: input };
}

function pushCall(calls: CallText[], call: unknown): void {
  if (!isJsonObject(call)) return;
  calls.push({ name: stringOf(call.name), input: inputText(call) });
}
