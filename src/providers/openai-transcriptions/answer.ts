import { readWordlessAnswer } from "../answer/wordless-answer.ts";
import { isJsonObject } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";

/** A transcript: an object with its text, or the plain text or subtitles. */
export function readAnswer(response: unknown): Answer {
  if (typeof response === "string") return { output: response };
  const text = isJsonObject(response) ? response.text : undefined;
  return { ...readWordlessAnswer(response), output: typeof text === "string" ? text : "" };
}
