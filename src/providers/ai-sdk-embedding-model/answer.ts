import { readUsage } from "../answer/usage.ts";
import { isJsonObject } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";

/** Vectors contain no text; their usage is a single number. */
export function readAnswer(result: unknown): Answer {
  const usage = isJsonObject(result) && isJsonObject(result.usage) ? result.usage : undefined;
  const { tokens } = usage ?? {};
  return {
    output: "",
    usage:
      tokens === undefined ? undefined : readUsage({ prompt_tokens: tokens, total_tokens: tokens }),
  };
}
