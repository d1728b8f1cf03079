import { joinedLines } from "../answer/joined-lines.ts";
import { readWordlessAnswer } from "../answer/wordless-answer.ts";
import { isJsonObject } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";

/**
 * Reads an answer with images (OpenAI reference, "The image generation response"): the prompts as
 * revised by the model. The images themselves are not kept.
 */
export function readAnswer(response: unknown): Answer {
  const data: unknown = isJsonObject(response) ? response.data : undefined;
  const prompts = Array.isArray(data) ? data.map(revisedPromptOf) : [];
  return {
    ...readWordlessAnswer(response),
    output: joinedLines(prompts),
  };
}

function revisedPromptOf(image: unknown): string {
  const prompt = isJsonObject(image) ? image.revised_prompt : undefined;
  return typeof prompt === "string" ? prompt : "";
}
