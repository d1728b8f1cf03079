import { readTokenUsage } from "../ai-sdk-language-model/usage.ts";
import { isJsonObject } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";

/** Images contain no text. */
export function readAnswer(result: unknown): Answer {
  if (!isJsonObject(result)) return { output: "" };
  const { response, usage } = result;
  const model = isJsonObject(response) ? response.modelId : undefined;
  return {
    output: "",
    usage: readTokenUsage(usage),
    model: typeof model === "string" && model !== "" ? model : undefined,
  };
}
