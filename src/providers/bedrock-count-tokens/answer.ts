import { readUsage } from "../answer/usage.ts";
import { isJsonObject } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";

/** A token count is reported as usage. */
export function readAnswer(response: unknown): Answer {
  const { inputTokens } = (isJsonObject(response) ? response : {}) as { inputTokens?: unknown };
  return { output: "", usage: readUsage({ prompt_tokens: inputTokens }) };
}
