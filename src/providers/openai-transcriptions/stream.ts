import { CaptureBudget } from "../answer/capture.ts";
import { isJsonObject } from "../json/json-shape.ts";
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

  push(event: unknown): void {
    if (!isJsonObject(event)) return;
    const { type, delta } = event;
    if (type === "transcript.text.done") this.#done = readAnswer(event);
    else if (type === "transcript.text.delta" && typeof delta === "string") {
      this.#text = this.#budget.append(this.#text, delta);
    }
  }

  answer(): Answer {
    if (this.#done !== undefined) return { ...this.#done, finishReason: "completed" };
    const { omitted } = this.#budget;
    return { output: this.#text, omittedLength: omitted === 0 ? undefined : omitted };
  }
}
