import { readWordlessAnswer } from "../answer/wordless-answer.ts";
import { isJsonObject } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";

/** A transcript: an object with text in it, or the text or the subtitles themselves. */
export function readAnswer(response: unknown): Answer {
  if (typeof response === "string") return { output: response };
  const text = isJsonObject(response) ? response.text : undefined;
  return { ...readWordlessAnswer(response), output: typeof text === "string" ? text : "" };
}
