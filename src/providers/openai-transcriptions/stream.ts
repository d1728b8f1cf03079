import { CaptureBudget } from "../answer/capture.ts";
import { isJsonObject } from "../json/json-shape.ts";
import { failureIn } from "../openai-chat/answer.ts";
import type { Answer, AnswerCollector } from "../provider.ts";
import { readAnswer } from "./answer.ts";
import { isLast, pieceIn } from "./texts.ts";

export function collectAnswer(): AnswerCollector<unknown> {
  return new TranscriptCollector();
}

/** Collects a transcript from its pieces; the last event has all of it. */
class TranscriptCollector implements AnswerCollector<unknown> {
  readonly #budget = new CaptureBudget();
  #text = "";
  #done: Answer | undefined = undefined;
  #failure: ReturnType<typeof failureIn> = undefined;

  push(event: unknown): void {
    if (!isJsonObject(event)) return;
    const piece = pieceIn(event);
    if (piece !== undefined) this.#text = this.#budget.append(this.#text, piece.text);
    else if (isLast(event)) this.#done = readAnswer(event);
    else this.#failure ??= failureIn(event);
  }

  answer(): Answer {
    if (this.#done !== undefined) return { ...this.#done, finishReason: "completed" };
    const { omitted } = this.#budget;
    const omittedLength = omitted === 0 ? undefined : omitted;
    return { output: this.#text, omittedLength, ...this.#failure };
  }
}
