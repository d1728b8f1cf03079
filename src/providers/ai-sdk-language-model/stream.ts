import { CaptureBudget } from "../answer/capture.ts";
import { isObject, stringOf } from "../json/json-shape.ts";
import type { Answer, AnswerCollector } from "../provider.ts";
import { type CalledTool, finishReasonOf, outputOf } from "./answer.ts";
import { readTokenUsage } from "./usage.ts";

export function collectAnswer(): AnswerCollector<unknown> {
  return new PartCollector();
}

/** Maximum number of tool calls collected; no model makes that many at once. */
const MAX_CALLS = 128;

/** A part of a stream, as far as it contains content (`LanguageModelV4StreamPart` and older). */
interface StreamPart {
  readonly type?: unknown;
  readonly id?: unknown;
  readonly delta?: unknown;
  readonly toolCallId?: unknown;
  readonly toolName?: unknown;
  readonly input?: unknown;
  readonly modelId?: unknown;
  readonly usage?: unknown;
  readonly finishReason?: unknown;
  readonly error?: unknown;
}

interface OpenCall extends CalledTool {
  name: string;
  input: string;
}

/** Collects an answer from parts. Runs once for every token, hence the plain switch. */
class PartCollector implements AnswerCollector<unknown> {
  readonly #budget = new CaptureBudget();
  #text = "";
  readonly #calls = new Map<unknown, OpenCall>();
  #usage: unknown = undefined;
  #model = "";
  #finishReason: string | undefined = undefined;
  #failure: Pick<Answer, "failed" | "error"> | undefined = undefined;

  push(part: unknown): void {
    if (!isObject(part)) return;
    const { type }: StreamPart = part;
    switch (type) {
      case "text-delta":
        this.#text = this.#budget.append(this.#text, stringOf((part as StreamPart).delta));
        break;
      case "tool-input-start":
      case "tool-input-delta":
      case "tool-call":
        this.#pushCall(part);
        break;
      case "response-metadata":
        this.#model = stringOf((part as StreamPart).modelId) || this.#model;
        break;
      case "finish":
        this.#pushFinish(part);
        break;
      case "error":
        this.#failure ??= { failed: true, error: (part as StreamPart).error };
        break;
    }
  }

  answer(): Answer {
    const { omitted } = this.#budget;
    return {
      output: outputOf(this.#text, [...this.#calls.values()]),
      usage: readTokenUsage(this.#usage),
      model: this.#model || undefined,
      finishReason: this.#finishReason,
      omittedLength: omitted === 0 ? undefined : omitted,
      ...this.#failure,
    };
  }

  #pushCall(part: StreamPart): void {
    const id = part.toolCallId ?? part.id;
    const call = this.#calls.get(id) ?? this.#openCall(id);
    if (call === undefined) return;
    if (call.name === "") call.name = this.#budget.take(stringOf(part.toolName));
    if (part.type === "tool-input-delta")
      call.input = this.#budget.append(call.input, stringOf(part.delta));
    // The complete input at the end; if there were deltas, they have the same content.
    else if (part.type === "tool-call" && call.input === "") {
      call.input = this.#budget.take(stringOf(part.input));
    }
  }

  #openCall(id: unknown): OpenCall | undefined {
    if (this.#calls.size >= MAX_CALLS) return undefined;
    const call = { name: "", input: "" };
    this.#calls.set(id, call);
    return call;
  }

  #pushFinish({ usage, finishReason }: StreamPart): void {
    this.#usage = usage;
    this.#finishReason = finishReasonOf(finishReason);
  }
}
