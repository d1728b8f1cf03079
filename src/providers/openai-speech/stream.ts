import { readWordlessAnswer } from "../answer/wordless-answer.ts";
import { isJsonObject } from "../json/json-shape.ts";
import { failureIn } from "../openai-chat/answer.ts";
import type { Answer, AnswerCollector } from "../provider.ts";
import { LastChunk } from "../stream/last-chunk.ts";

export function collectAnswer(): AnswerCollector<unknown> {
  return new LastChunk(readEvent);
}

/** Events contain audio, and the last one usage (OpenAI reference, "Speech streaming events"). */
function readEvent(event: unknown): Answer {
  const isLast = isJsonObject(event) && event.type === "speech.audio.done";
  const finishReason = isLast ? "completed" : undefined;
  return { ...readWordlessAnswer(event), finishReason, ...failureIn(event) };
}
