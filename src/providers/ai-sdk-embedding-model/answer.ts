import { readUsage } from "../answer/usage.ts";
import { isJsonObject } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";

/** Vectors say nothing in words; their usage is one number. */
export function readAnswer(result: unknown): Answer {
  const usage = isJsonObject(result) && isJsonObject(result.usage) ? result.usage : undefined;
  const { tokens } = usage ?? {};
  return {
    output: "",
    usage:
      tokens === undefined ? undefined : readUsage({ prompt_tokens: tokens, total_tokens: tokens }),
  };
}
