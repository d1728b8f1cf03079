import { stringOf } from "../json/json-shape.ts";
import type { Prompt } from "../provider.ts";
import type { RequestReader } from "./request-reader.ts";

/** What `reader` found in a request, with the `model` that it names and whether it asks for a `stream`. */
export function promptOf(reader: RequestReader, model: unknown, stream: boolean): Prompt {
  const { segments, names, namesAt, lateInstructions, uninspectedParts: uninspected } = reader;
  const texts = { segments, names, namesAt, lateInstructions };
  return { model: stringOf(model), stream, ...texts, uninspected };
}
