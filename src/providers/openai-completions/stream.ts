import { CaptureBudget } from "../answer/capture.ts";
import { joinedLines } from "../answer/joined-lines.ts";
import { isJsonObject, isObject, stringOf } from "../json/json-shape.ts";
import { errorIn, failureOf, usageOf } from "../openai-chat/answer.ts";
import type { Answer, AnswerCollector } from "../provider.ts";
import { indexOf } from "../stream/index-of.ts";
import { finishReasonOf, textOfChoice } from "./answer.ts";

export function collectAnswer(): AnswerCollector<unknown> {
  return new CompletionCollector();
}

/**
 * Maximum number of choices collected: OpenAI returns at most 128 for each of at most 2,048
 * prompts.
 */
const MAX_CHOICES = 2_048;

/** Collects an answer from chunks, each with a piece of a choice's text. */
class CompletionCollector implements AnswerCollector<unknown> {
  readonly #budget = new CaptureBudget();
  readonly #texts: string[] = [];
  #usage: unknown = undefined;
  #model = "";
  #finishReason = "";
  #error: unknown = undefined;

  push(chunk: unknown): void {
    if (!isJsonObject(chunk)) return;
    const { choices, usage, model } = chunk;
    if (Array.isArray(choices)) for (const choice of choices) this.#pushChoice(choice);
    if (isObject(usage)) this.#usage = usage;
    this.#error ||= errorIn(chunk);
    if (this.#model === "") this.#model = stringOf(model);
  }

  answer(): Answer {
    const { omitted } = this.#budget;
    return {
      output: joinedLines(this.#texts),
      usage: usageOf(this.#usage, undefined),
      model: this.#model || undefined,
      finishReason: this.#finishReason || undefined,
      ...failureOf(this.#error, this.#finishReason),
      omittedLength: omitted === 0 ? undefined : omitted,
    };
  }

  #pushChoice(choice: unknown): void {
    if (!isJsonObject(choice)) return;
    const at = indexOf(choice, 0);
    if (!Number.isInteger(at) || at < 0 || at >= MAX_CHOICES) return;
    while (this.#texts.length <= at) this.#texts.push("");
    this.#texts[at] = this.#budget.append(this.#texts[at] ?? "", textOfChoice(choice));
    if (at === 0) this.#finishReason = finishReasonOf(choice) || this.#finishReason;
  }
}
