import type { Usage } from "../../types.ts";
import { isJsonObject } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";
import { readInputOutputUsage } from "./input-output-usage.ts";

/**
 * Reads the answer of a route without text: numbers, images, audio, or the name of what was stored.
 * It has usage and a model if the provider reports them.
 */
export function readWordlessAnswer(response: unknown): Answer {
  if (!isJsonObject(response)) return { output: "" };
  const { usage, model, meta } = response;
  return {
    output: "",
    usage: readInputOutputUsage(usage) ?? cohereUsage(meta),
    model: typeof model === "string" && model !== "" ? model : undefined,
  };
}

/**
 * Usage where Cohere reports it, in an answer's `meta`: what is billed, and how many tokens were
 * read, if they differ.
 */
export function cohereUsage(meta: unknown): Usage | undefined {
  if (!isJsonObject(meta)) return undefined;
  const { billed_units: billed, tokens } = meta;
  return readInputOutputUsage({
    ...(isJsonObject(billed) ? billed : undefined),
    ...(isJsonObject(tokens) ? tokens : undefined),
  });
}
