import { CaptureBudget } from "../answer/capture.ts";
import { joinedLines } from "../answer/joined-lines.ts";
import { isJsonObject, type JsonObject, stringOf } from "../json/json-shape.ts";
import { failureIn } from "../openai-chat/answer.ts";
import type { Answer, AnswerCollector } from "../provider.ts";
import { readAnswer } from "./answer.ts";

export function collectAnswer(): AnswerCollector<unknown> {
  return new RunCollector();
}

/** Run statuses after which the stream has no more output. */
const ENDS: ReadonlySet<string> = new Set([
  ...["completed", "failed", "cancelled", "expired", "incomplete", "requires_action"],
]);

/**
 * Collects an answer from the events of a run: pieces of messages, and the run itself whenever it
 * changes (OpenAI reference, "Assistants streaming"). The client passes events on with their names,
 * over HTTP the data has none; objects are recognized by their own type.
 */
class RunCollector implements AnswerCollector<unknown> {
  readonly #budget = new CaptureBudget();
  #text = "";
  #refusal = "";
  #run: unknown = undefined;
  #failure: ReturnType<typeof failureIn> = undefined;

  push(event: unknown): void {
    if (!isJsonObject(event)) return;
    const data = isJsonObject(event.data) ? event.data : event;
    if (data.object === "thread.message.delta") this.#pushDelta(data);
    else if (data.object === "thread.run") this.#run = data;
    else this.#failure ??= failureIn(data);
  }

  answer(): Answer {
    const { omitted } = this.#budget;
    const run = readAnswer(this.#run);
    const { finishReason = "" } = run;
    return {
      ...run,
      output: joinedLines([this.#text, this.#refusal, run.output]),
      finishReason: ENDS.has(finishReason) ? finishReason : undefined,
      omittedLength: omitted === 0 ? undefined : omitted,
      ...this.#failure,
    };
  }

  #pushDelta({ delta }: JsonObject): void {
    const content: unknown = isJsonObject(delta) ? delta.content : undefined;
    for (const part of Array.isArray(content) ? content : []) {
      const { text, refusal }: JsonObject = isJsonObject(part) ? part : {};
      if (isJsonObject(text)) this.#text = this.#budget.append(this.#text, stringOf(text.value));
      this.#refusal = this.#budget.append(this.#refusal, stringOf(refusal));
    }
  }
}
