import { CaptureBudget } from "../answer/capture.ts";
import { isJsonObject } from "../json/json-shape.ts";
import { type CallText, outputOf } from "../openai-chat/choice.ts";
import type { Answer, AnswerCollector } from "../provider.ts";
import { callsOf, factsOf, wordsOf } from "./answer.ts";

/** Maximum number of calls kept per answer. */
const MAX_CALLS = 256;

export function collectAnswer(): AnswerCollector<unknown> {
  return new OllamaCollector();
}

/** Collects an answer from its lines, each with a part of the text; the last one has the counts. */
class OllamaCollector implements AnswerCollector<unknown> {
  /** Ollama's own client stops reading at the line with `done` or an error. */
  over = false;
  readonly #budget = new CaptureBudget();
  readonly #calls: CallText[] = [];
  #content = "";
  #facts: Omit<Answer, "output"> = {};

  push(chunk: unknown): void {
    if (!isJsonObject(chunk)) return;
    this.#content = this.#budget.append(this.#content, wordsOf(chunk));
    for (const { name, input } of callsOf(chunk)) {
      if (this.#calls.length >= MAX_CALLS) break;
      this.#calls.push({ name: this.#budget.take(name), input: this.#budget.take(input) });
    }
    const { usage, model, finishReason, ...failure } = factsOf(chunk);
    this.#facts = {
      ...this.#facts,
      ...failure,
      usage: usage ?? this.#facts.usage,
      model: model ?? this.#facts.model,
      finishReason: finishReason ?? this.#facts.finishReason,
    };
    this.over ||= chunk.done === true || failure.failed === true;
  }

  answer(): Answer {
    const { omitted } = this.#budget;
    const choice = { content: this.#content, refusal: "", transcript: "", calls: this.#calls };
    return {
      output: outputOf([choice]),
      ...this.#facts,
      ...(this.over ? undefined : { unfinished: true }),
      omittedLength: omitted === 0 ? undefined : omitted,
    };
  }
}
