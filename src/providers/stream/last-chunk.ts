import type { Answer, AnswerCollector } from "../provider.ts";

/**
 * Collects an answer from a stream of complete objects, on routes without streamed text: each is
 * read like an answer, and later ones add to earlier ones.
 */
export class LastChunk implements AnswerCollector<unknown> {
  readonly #read: (chunk: unknown) => Answer;
  #answer: Answer = { output: "" };

  constructor(read: (chunk: unknown) => Answer) {
    this.#read = read;
  }

  push(chunk: unknown): void {
    const { output, usage, model, finishReason, failed, error } = this.#read(chunk);
    const known = this.#answer;
    this.#answer = {
      output: output === "" ? known.output : output,
      usage: usage ?? known.usage,
      model: model ?? known.model,
      finishReason: finishReason ?? known.finishReason,
      failed: failed ?? known.failed,
      error: error ?? known.error,
    };
  }

  answer(): Answer {
    return this.#answer;
  }
}
