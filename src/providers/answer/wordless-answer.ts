import { isJsonObject } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";
import { readInputOutputUsage } from "./input-output-usage.ts";

/**
 * Reads the answer of a route without text: numbers, images, audio, or the name of what was stored.
 * It has usage and a model if the provider reports them.
 */
export function readWordlessAnswer(response: unknown): Answer {
  if (!isJsonObject(response)) return { output: "" };
  const { usage, model } = response;
  return {
    output: "",
    usage: readInputOutputUsage(usage),
    model: typeof model === "string" && model !== "" ? model : undefined,
  };
}
