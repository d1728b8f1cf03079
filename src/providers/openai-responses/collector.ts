import { CaptureBudget } from "../answer/capture.ts";
import { joinedLines } from "../answer/joined-lines.ts";
import { isObject } from "../json/json-shape.ts";
import { failureIn } from "../openai-chat/answer.ts";
import type { Answer, AnswerCollector } from "../provider.ts";
import { readAnswer } from "./answer.ts";
import { callOf, textOfCall, textOfItem } from "./output.ts";

/** Maximum number of items and of parts collected: far more than one response has. */
const MAX_SLOTS = 1_024;

/**
 * Collects an answer from the events of a streamed response (OpenAI reference, "Streaming events").
 * The last event contains the whole response, which is then the answer; without it, the deltas are.
 * Runs before the app gets the event, so it is written for speed: texts are appended in place,
 * objects are kept by reference and read on demand.
 */
export class ResponseCollector implements AnswerCollector<unknown> {
  readonly #budget = new CaptureBudget();
  readonly #items: ItemCapture[] = [];
  #response: unknown = undefined;
  #ended = false;
  /** Set by an error event, which older clients pass on like any other. */
  #failure: ReturnType<typeof failureIn> = undefined;

  push(event: unknown): void {
    if (!isObject(event)) return;
    const { type, response }: WireEvent = event;
    if (typeof type !== "string" || type === "error") {
      this.#failure ??= failureIn(event) ?? (type === "error" ? { failed: true } : undefined);
      return;
    }
    if (isObject(response)) {
      this.#response = response;
      this.#ended ||= ENDS.has(type);
      return;
    }
    if (type.endsWith(".delta")) this.#pushDelta(event, type);
    else if (type === COMMAND_BEGUN) this.#pushCommand(event);
    else if (type === "response.output_item.added") this.#pushItem(event, false);
    else if (type === "response.output_item.done") this.#pushItem(event, true);
  }

  answer(): Answer {
    const answer = readAnswer(this.#response);
    const { omitted } = this.#budget;
    const isWhole = this.#ended && answer.output !== "";
    return {
      ...answer,
      output: isWhole ? answer.output : joinedLines(this.#items.map((item) => item.text)),
      finishReason: this.#ended ? answer.finishReason : undefined,
      omittedLength: isWhole || omitted === 0 ? undefined : omitted,
      ...(this.#response !== undefined && !this.#ended ? { unfinished: true } : undefined),
      ...this.#failure,
    };
  }

  #pushDelta(event: WireEvent, type: string): void {
    const part = PART_OF_DELTA.get(type);
    if (part === undefined || typeof event.delta !== "string") return;
    const item = this.#slot(event.output_index);
    item?.append(part === "message" ? event.content_index : event.command_index, event.delta);
  }

  #pushCommand({ output_index, command_index, command }: WireEvent): void {
    if (typeof command === "string") this.#slot(output_index)?.append(command_index, command);
  }

  #pushItem({ output_index, item }: WireEvent, isWhole: boolean): void {
    const slot = this.#slot(output_index);
    if (slot === undefined) return;
    slot.item = item;
    slot.isWhole = isWhole;
  }

  #slot(index: unknown): ItemCapture | undefined {
    const at = typeof index === "number" ? index : 0;
    if (!isSlot(at)) return undefined;
    while (this.#items.length <= at) this.#items.push(new ItemCapture(this.#budget));
    return this.#items[at];
  }
}

/** Events that end a stream. Others may contain a response that is still in progress. */
const ENDS: ReadonlySet<string> = new Set([
  "response.completed",
  "response.incomplete",
  "response.failed",
]);

/** A shell command starts with the text of this event; deltas add to it. */
const COMMAND_BEGUN = "response.shell_call_command.added";

/** Deltas that are part of the answer's text: of a message, or of a call's input. */
const PART_OF_DELTA: ReadonlyMap<string, "message" | "call"> = new Map([
  ["response.output_text.delta", "message"],
  ["response.refusal.delta", "message"],
  ["response.audio.transcript.delta", "message"],
  ["response.function_call_arguments.delta", "call"],
  ["response.custom_tool_call_input.delta", "call"],
  ["response.mcp_call_arguments.delta", "call"],
  ["response.code_interpreter_call_code.delta", "call"],
  ["response.shell_call_command.delta", "call"],
]);

/** One output item, as far as it has arrived. */
class ItemCapture {
  /** The item from its start event, or the completed one. */
  item: unknown = undefined;
  isWhole = false;
  readonly #budget: CaptureBudget;
  readonly #parts: string[] = [];

  constructor(budget: CaptureBudget) {
    this.#budget = budget;
  }

  get text(): string {
    const said = joinedLines(this.#parts);
    const call = callOf(this.item);
    if (call === undefined) return said === "" ? textOfItem(this.item) : said;
    // The start event has no input, or none of it yet: the deltas are the call's input so far.
    const isSaid = call.input === "" || (!this.isWhole && said !== "");
    return textOfCall(isSaid ? { ...call, input: said } : call);
  }

  append(part: unknown, text: string): void {
    const at = typeof part === "number" ? part : 0;
    if (!isSlot(at)) return;
    while (this.#parts.length <= at) this.#parts.push("");
    this.#parts[at] = this.#budget.append(this.#parts[at] ?? "", text);
  }
}

function isSlot(index: number): boolean {
  return Number.isInteger(index) && index >= 0 && index < MAX_SLOTS;
}

interface WireEvent {
  readonly type?: unknown;
  readonly response?: unknown;
  readonly output_index?: unknown;
  readonly content_index?: unknown;
  readonly command_index?: unknown;
  readonly command?: unknown;
  readonly delta?: unknown;
  readonly item?: unknown;
}
