import { stringOf } from "../json/json-shape.ts";
import type { Prompt } from "../provider.ts";
import type { PromptReader } from "./prompt-text.ts";

/** What `reader` found in a request, with the `model` that it names and whether it asks for a `stream`. */
export function promptOf(reader: PromptReader, model: unknown, stream: boolean): Prompt {
  const { segments, names, uninspectedParts: uninspected } = reader;
  return { model: stringOf(model), stream, segments, names, uninspected };
}
