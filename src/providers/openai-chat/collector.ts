import { CaptureBudget } from "../answer/capture.ts";
import { isJsonObject, isObject, stringOf } from "../json/json-shape.ts";
import type { Answer, AnswerCollector } from "../provider.ts";
import { errorIn, executedCall, failureOf, usageOf } from "./answer.ts";
import { type CallText, contentText, inputText, outputOf } from "./choice.ts";

/** Maximum number of choices and of calls collected: OpenAI returns at most 128 of either. */
const MAX_CHOICES = 128;
const MAX_CALLS = 128;

/**
 * Collects an answer from `chat.completion.chunk` objects. Runs once per token, before the app gets
 * the chunk, so it is written for speed: properties are read in place, texts are appended in place,
 * a plain delta allocates nothing, and usage is kept by reference and read at the end.
 */
export class ChatCollector implements AnswerCollector<unknown> {
  readonly #budget = new CaptureBudget();
  readonly #choices: ChoiceCapture[] = [];
  #usage: unknown = undefined;
  #xGroq: unknown = undefined;
  #error: unknown = undefined;
  #model = "";

  push(chunk: unknown): void {
    if (!isObject(chunk)) return;
    const { choices, usage, model, x_groq: xGroq }: WireChunk = chunk;
    if (Array.isArray(choices)) {
      for (let at = 0; at < choices.length; at += 1) this.#pushChoice(choices[at], at);
    }
    if (isObject(usage)) this.#usage = usage;
    if (isObject(xGroq)) this.#xGroq = xGroq;
    this.#error ||= errorIn(chunk);
    if (this.#model === "" && typeof model === "string") this.#model = model;
  }

  answer(): Answer {
    const omitted = this.#budget.omitted;
    const finishReason = this.#choices[0]?.finishReason ?? "";
    return {
      output: outputOf(this.#choices),
      usage: usageOf(this.#usage, this.#xGroq),
      model: this.#model || undefined,
      finishReason: finishReason || undefined,
      ...failureOf(this.#error, finishReason),
      omittedLength: omitted === 0 ? undefined : omitted,
    };
  }

  #pushChoice(choice: unknown, position: number): void {
    if (!isObject(choice)) return;
    const { index, delta, finish_reason: finishReason }: WireChoice = choice;
    const at = typeof index === "number" ? index : position;
    const capture = this.#choices[at] ?? this.#openChoice(at);
    if (capture === undefined) return;
    if (typeof finishReason === "string") this.#endChoice(capture, choice);
    if (isObject(delta)) capture.push(delta);
  }

  /** Moonshot reports usage in the final chunk's choice. */
  #endChoice(capture: ChoiceCapture, { finish_reason: reason, usage }: WireChoice): void {
    capture.finishReason = reason as string;
    if (isObject(usage)) this.#usage ??= usage;
  }

  #openChoice(at: number): ChoiceCapture | undefined {
    if (!isSlot(at, MAX_CHOICES)) return undefined;
    while (this.#choices.length <= at) this.#choices.push(new ChoiceCapture(this.#budget));
    return this.#choices[at];
  }
}

/** One choice, as far as it has arrived. */
class ChoiceCapture {
  content = "";
  refusal = "";
  transcript = "";
  finishReason = "";
  readonly #budget: CaptureBudget;
  readonly #executed: CallCapture[] = [];
  readonly #toolCalls: CallCapture[] = [];
  #functionCall: CallCapture | undefined = undefined;

  constructor(budget: CaptureBudget) {
    this.#budget = budget;
  }

  get calls(): readonly CallText[] {
    const begun = [...this.#executed, ...this.#toolCalls].filter((call) => call.begun);
    return this.#functionCall === undefined ? begun : [...begun, this.#functionCall];
  }

  push(delta: WireDelta): void {
    const { content, refusal, tool_calls: toolCalls, function_call: functionCall } = delta;
    const { audio, executed_tools: executed } = delta;
    if (typeof content === "string") this.content = this.#budget.append(this.content, content);
    else if (isObject(content))
      this.content = this.#budget.append(this.content, contentText(content));
    if (typeof refusal === "string") this.refusal = this.#budget.append(this.refusal, refusal);
    if (Array.isArray(toolCalls)) {
      for (let at = 0; at < toolCalls.length; at += 1) this.#pushToolCall(toolCalls[at]);
    }
    if (isJsonObject(functionCall)) {
      this.#functionCall ??= new CallCapture();
      this.#functionCall.push(functionCall, this.#budget);
    }
    if (isJsonObject(audio))
      this.transcript = this.#budget.append(this.transcript, stringOf(audio.transcript));
    if (Array.isArray(executed)) for (const each of executed) this.#pushExecuted(each);
  }

  /** Groq sends such a call twice, when it begins and with its result. */
  #pushExecuted(call: unknown): void {
    if (!isJsonObject(call) || !isSlot(call.index, MAX_CALLS)) return;
    const capture = captureAt(this.#executed, call.index);
    if (capture.input === "") capture.push(executedCall(call), this.#budget);
  }

  #pushToolCall(call: unknown): void {
    if (!isJsonObject(call)) return;
    const at = this.#slotOf(call);
    if (!isSlot(at, MAX_CALLS)) return;
    const capture = captureAt(this.#toolCalls, at);
    if (isJsonObject(call.function)) capture.push(call.function, this.#budget);
    if (isJsonObject(call.custom)) capture.push(call.custom, this.#budget);
  }

  /**
   * Some dialects omit `index`: an id then starts a call, and a delta without one continues the
   * last call.
   */
  #slotOf(call: { readonly index?: unknown; readonly id?: unknown }): number {
    if (typeof call.index === "number") return call.index;
    const begins = this.#toolCalls.length === 0 || (typeof call.id === "string" && call.id !== "");
    return begins ? this.#toolCalls.length : this.#toolCalls.length - 1;
  }
}

class CallCapture implements CallText {
  /** Unused slots between received calls are not calls. */
  begun = false;
  name = "";
  input = "";

  push(call: WireCall, budget: CaptureBudget): void {
    this.begun = true;
    // Complete in the first delta; some servers repeat it in every one.
    if (this.name === "") this.name = budget.take(stringOf(call.name));
    this.input = budget.append(this.input, inputText(call));
  }
}

/** The call at an index, with those before it. */
function captureAt(calls: CallCapture[], at: number): CallCapture {
  while (calls.length < at) calls.push(new CallCapture());
  calls[at] ??= new CallCapture();
  return calls[at];
}

function isSlot(index: unknown, limit: number): index is number {
  return Number.isInteger(index) && (index as number) >= 0 && (index as number) < limit;
}

interface WireChunk {
  readonly choices?: unknown;
  readonly usage?: unknown;
  readonly model?: unknown;
  readonly x_groq?: unknown;
}

interface WireChoice {
  readonly index?: unknown;
  readonly delta?: unknown;
  readonly finish_reason?: unknown;
  readonly usage?: unknown;
}

interface WireDelta {
  readonly content?: unknown;
  readonly refusal?: unknown;
  readonly tool_calls?: unknown;
  readonly function_call?: unknown;
  readonly audio?: unknown;
  readonly executed_tools?: unknown;
}

interface WireCall {
  readonly name?: unknown;
  readonly arguments?: unknown;
  readonly input?: unknown;
}
