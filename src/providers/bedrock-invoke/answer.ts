import { readUsage } from "../answer/usage.ts";
import { isJsonObject, stringOf } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";
import { codecOf } from "./dialect.ts";
import { parseBytes } from "./parse-bytes.ts";

const NOTHING: Answer = Object.freeze({ output: "" });

/** What an answer in a known format says, and of others the texts under the names they have. */
export function readAnswer(response: unknown): Answer {
  if (!isJsonObject(response)) return NOTHING;
  const answer = codecOf(response)?.readAnswer(response);
  if (answer !== undefined) return answer;
  const texts = WORDS.flatMap((name) => textsUnder(response[name]));
  const usage = readUsage({
    prompt_tokens: response.inputTextTokenCount ?? response.prompt_token_count,
    completion_tokens: response.generation_token_count,
  });
  const finishReason = stringOf(response.stop_reason ?? response.finish_reason) || undefined;
  return { output: texts.join("\n"), usage, finishReason };
}

/** Where models without a format of many have what they say: Titan, Llama, Mistral, Cohere, AI21, DeepSeek. */
const WORDS = [
  ...["results", "generation", "outputs", "generations", "completions", "text", "choices"],
  ...["completion", "outputText"],
] as const;
const INSIDE = ["outputText", "text", "data", "message", "content"] as const;

function textsUnder(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsUnder);
  return isJsonObject(value) ? INSIDE.flatMap((name) => textsUnder(value[name])) : [];
}

/** The same for the answer of a command, whose body is in bytes. */
export function readOutput(output: unknown): Answer {
  const { body } = (isJsonObject(output) ? output : {}) as { readonly body?: unknown };
  const parsed = parseBytes(body);
  return parsed === undefined ? NOTHING : readAnswer(parsed);
}
