import type { Usage } from "../../types.ts";
import { joinedLines } from "../answer/joined-lines.ts";
import { readUsage } from "../answer/usage.ts";
import { cohereUsage } from "../answer/wordless-answer.ts";
import { callText, jsonOf } from "../anthropic-messages/output.ts";
import { isCount, isJsonObject, type JsonObject, stringOf } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";
import { codecOf } from "./dialect.ts";
import { parseBytes } from "./parse-bytes.ts";

const NOTHING: Answer = Object.freeze({ output: "" });

/** Reads an answer in a known format; in others, the texts under their usual names. */
export function readAnswer(response: unknown): Answer {
  if (!isJsonObject(response)) return NOTHING;
  const answer = codecOf(response)?.readAnswer(response);
  // Mistral's chats are in OpenAI's format, except for the name of the finish reason.
  if (answer !== undefined) {
    return { ...answer, finishReason: answer.finishReason ?? finishReasonOf(response) };
  }
  const texts = WORDS.flatMap((name) => textsUnder(response[name]));
  const usage = countedUsage(
    response.inputTextTokenCount ?? response.prompt_token_count,
    response.generation_token_count ?? saidTokens(response.results),
  );
  const { meta } = response;
  const output = joinedLines([...texts, ...callsIn(response)]);
  return { output, usage: usage ?? cohereUsage(meta), finishReason: finishReasonOf(response) };
}

/** Whether there are tool calls of Cohere's models. */
export function hasCalls({ tool_calls: calls }: JsonObject): boolean {
  return listOf(calls).length > 0;
}

function callsIn({ tool_calls: calls }: JsonObject): readonly string[] {
  return listOf(calls).map(({ name, parameters }) => {
    return callText(stringOf(name), jsonOf(parameters)).text;
  });
}

/** Usage from the counts of prompt and answer, as far as they are available. */
export function countedUsage(asked: unknown, said: unknown): Usage | undefined {
  const total = isCount(asked) && isCount(said) ? { total_tokens: asked + said } : undefined;
  return readUsage({ prompt_tokens: asked, completion_tokens: said, ...total });
}

/** Titan reports a token count for each result. */
function saidTokens(results: unknown): number | undefined {
  const counts = listOf(results).map(({ tokenCount }) => tokenCount);
  return counts.length > 0 && counts.every(isCount)
    ? counts.reduce((sum, count) => sum + count, 0)
    : undefined;
}

/** In the answer, or in the first of several texts. */
function finishReasonOf(response: JsonObject): string | undefined {
  const places = [response, ...WORDS.flatMap((name) => listOf(response[name]).slice(0, 1))];
  const reasons = places.flatMap((place) => REASONS.map((name) => stringOf(place[name])));
  return reasons.find((reason) => reason !== "");
}

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** Names of the finish reason: Llama and Mistral, Cohere, Titan, TwelveLabs. */
const REASONS = ["stop_reason", "finish_reason", "completionReason", "finishReason"] as const;

/**
 * Names of the text in formats of single model families: Titan, Llama, Mistral, Cohere, AI21,
 * DeepSeek, TwelveLabs.
 */
const WORDS = [
  ...["results", "generation", "outputs", "generations", "completions", "text", "choices"],
  ...["completion", "outputText", "message", "search_queries"],
] as const;
const INSIDE = ["outputText", "text", "data", "message", "content"] as const;

function textsUnder(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsUnder);
  return isJsonObject(value) ? INSIDE.flatMap((name) => textsUnder(value[name])) : [];
}

/** The same for the output of a command, whose body is bytes. */
export function readOutput(output: unknown): Answer {
  const { body } = (isJsonObject(output) ? output : {}) as { readonly body?: unknown };
  const parsed = parseBytes(body);
  return parsed === undefined ? NOTHING : readAnswer(parsed);
}
