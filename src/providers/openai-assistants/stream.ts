import { CaptureBudget } from "../answer/capture.ts";
import { isJsonObject, type JsonObject, stringOf } from "../json/json-shape.ts";
import type { Answer, AnswerCollector } from "../provider.ts";
import { readAnswer } from "./answer.ts";

export function collectAnswer(): AnswerCollector<unknown> {
  return new RunCollector();
}

/** Statuses in which a run says no more on this stream. */
const ENDS: ReadonlySet<string> = new Set([
  ...["completed", "failed", "cancelled", "expired", "incomplete", "requires_action"],
]);

/**
 * Gathers an answer from the events of a run: pieces of messages, and the run itself as often as
 * it changes (OpenAI reference, "Assistants streaming"). The client hands events over with their
 * names, the wire without; what an object is it says itself.
 */
class RunCollector implements AnswerCollector<unknown> {
  readonly #budget = new CaptureBudget();
  #text = "";
  #run: unknown = undefined;

  push(event: unknown): void {
    if (!isJsonObject(event)) return;
    const data = isJsonObject(event.data) ? event.data : event;
    if (data.object === "thread.message.delta") this.#pushDelta(data);
    else if (data.object === "thread.run") this.#run = data;
  }

  answer(): Answer {
    const { omitted } = this.#budget;
    const run = readAnswer(this.#run);
    const { finishReason = "" } = run;
    return {
      ...run,
      output: [this.#text, run.output].filter((text) => text !== "").join("\n"),
      finishReason: ENDS.has(finishReason) ? finishReason : undefined,
      omittedLength: omitted === 0 ? undefined : omitted,
    };
  }

  #pushDelta({ delta }: JsonObject): void {
    const content: unknown = isJsonObject(delta) ? delta.content : undefined;
    for (const part of Array.isArray(content) ? content : []) {
      const text: unknown = isJsonObject(part) ? part.text : undefined;
      if (isJsonObject(text)) this.#text = this.#budget.append(this.#text, stringOf(text.value));
    }
  }
}
