import { joinedLines } from "../answer/joined-lines.ts";
import { GOOGLE_WORDLESS } from "../google/wordless.ts";
import { isJsonObject, stringOf } from "../json/json-shape.ts";
import { readAnswer as readChat } from "../openai-chat/answer.ts";
import type { Answer } from "../provider.ts";

/**
 * Reads predictions. Images, videos and embeddings have no text. Models on endpoints of one's own
 * return texts, or a chat completion if the request was one (Vertex AI, Model Garden); older text
 * models return objects with `content`.
 */
export function readAnswer(response: unknown): Answer {
  const wordless = GOOGLE_WORDLESS.readAnswer(response);
  const predictions = isJsonObject(response) ? response.predictions : undefined;
  if (isJsonObject(predictions)) return { ...wordless, ...readChat(predictions) };
  if (!Array.isArray(predictions)) return wordless;
  return { ...wordless, output: joinedLines(predictions.map(textOf)) };
}

function textOf(prediction: unknown): string {
  return isJsonObject(prediction) ? stringOf(prediction.content) : stringOf(prediction);
}
