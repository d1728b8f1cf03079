import { isJsonObject } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";
import { readInputOutputUsage } from "./input-output-usage.ts";

/**
 * Reads the answer of a route that gives no text: numbers, pictures, sound, or the name of what
 * was stored. It has usage and a model where the provider tells them.
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
