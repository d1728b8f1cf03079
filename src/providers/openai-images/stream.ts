import { isJsonObject } from "../json/json-shape.ts";
import { failureIn } from "../openai-chat/answer.ts";
import type { Answer, AnswerCollector } from "../provider.ts";
import { LastChunk } from "../stream/last-chunk.ts";
import { readAnswer } from "./answer.ts";

export function collectAnswer(): AnswerCollector<unknown> {
  return new LastChunk(readEvent);
}

/**
 * Events contain images, and the last one of an image its usage (OpenAI reference, "Image
 * streaming").
 */
function readEvent(event: unknown): Answer {
  const type = isJsonObject(event) ? event.type : undefined;
  const isLast = typeof type === "string" && type.endsWith(".completed");
  const finishReason = isLast ? "completed" : undefined;
  return { ...readAnswer(event), finishReason, ...failureIn(event) };
}
