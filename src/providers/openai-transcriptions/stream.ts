import { CaptureBudget } from "../answer/capture.ts";
import { isJsonObject } from "../json/json-shape.ts";
import { failureIn } from "../openai-chat/answer.ts";
import type { Answer, AnswerCollector } from "../provider.ts";
import { readAnswer } from "./answer.ts";

export function collectAnswer(): AnswerCollector<unknown> {
  return new TranscriptCollector();
}

/**
 * Collects a transcript from its pieces; the last event has all of it (OpenAI reference,
 * "Transcript streaming").
 */
class TranscriptCollector implements AnswerCollector<unknown> {
  readonly #budget = new CaptureBudget();
  #text = "";
  #done: Answer | undefined = undefined;
  #failure: ReturnType<typeof failureIn> = undefined;

  push(event: unknown): void {
    if (!isJsonObject(event)) return;
    const { type, delta } = event;
    if (type === "transcript.text.done") this.#done = readAnswer(event);
    else if (type === "transcript.text.delta" && typeof delta === "string") {
      this.#text = this.#budget.append(this.#text, delta);
    } else this.#failure ??= failureIn(event);
  }

  answer(): Answer {
    if (this.#done !== undefined) return { ...this.#done, finishReason: "completed" };
    const { omitted } = this.#budget;
    const omittedLength = omitted === 0 ? undefined : omitted;
    return { output: this.#text, omittedLength, ...this.#failure };
  }
}
