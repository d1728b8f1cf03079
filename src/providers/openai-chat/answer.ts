import type { Usage } from "../../types.ts";
import { readUsage } from "../answer/usage.ts";
import { isJsonObject, stringOf } from "../json/json-shape.ts";
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
    output: outputOf(choices.map(choiceText)),
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
  return readUsage(usage) ?? (isJsonObject(xGroq) ? readUsage(xGroq.usage) : undefined);
}

const SILENT: ChoiceText = { content: "", refusal: "", transcript: "", calls: [] };

function choiceText(choice: unknown): ChoiceText {
  const message = isJsonObject(choice) ? choice.message : undefined;
  if (!isJsonObject(message)) return SILENT;
  const { content, refusal, audio } = message;
  return {
    content: contentText(content),
    refusal: stringOf(refusal),
    transcript: isJsonObject(audio) ? stringOf(audio.transcript) : "",
    calls: callsOf(message.tool_calls, message.function_call),
  };
}

function callsOf(toolCalls: unknown, functionCall: unknown): CallText[] {
  const calls: CallText[] = [];
  for (const call of Array.isArray(toolCalls) ? toolCalls : []) {
    if (!isJsonObject(call)) continue;
    pushCall(calls, call.function);
    pushCall(calls, call.custom);
  }
  pushCall(calls, functionCall);
  return calls;
}

function pushCall(calls: CallText[], call: unknown): void {
  if (!isJsonObject(call)) return;
  calls.push({ name: stringOf(call.name), input: inputText(call) });
}
