import { CaptureBudget } from "../answer/capture.ts";
import { isObject, stringOf } from "../json/json-shape.ts";
import type { Answer, AnswerCollector } from "../provider.ts";
import { type BlockText, callText, isCall, jsonOf, outputOf, textOfBlock } from "./output.ts";
import { mergedUsage, messageUsage } from "./usage.ts";

/** Maximum number of blocks collected: far more than a message has. */
const MAX_BLOCKS = 1_024;

/**
 * Collects an answer from the events of a streamed message (Anthropic reference, "Streaming
 * messages"). Runs before the app gets the event, so it is written for speed: texts are appended in
 * place, objects are kept by reference and read on demand.
 */
export class MessageCollector implements AnswerCollector<unknown> {
  readonly #budget = new CaptureBudget();
  readonly #blocks: BlockCapture[] = [];
  #firstUsage: unknown = undefined;
  #lastUsage: unknown = undefined;
  #model = "";
  #stopReason = "";
  /** True between `message_start` and the stop reason or `message_stop`. */
  #unfinished = false;
  /** Set by an error event, which a guarded `fetch` passes on like any other. */
  #failed = false;

  push(event: unknown): void {
    if (!isObject(event)) return;
    const { type, message, delta, usage }: WireEvent = event;
    switch (type) {
      case "content_block_delta":
        if (isObject(delta)) this.#blockAt((event as WireEvent).index)?.append(delta);
        break;
      case "content_block_start":
        this.#start(event);
        break;
      case "message_start":
        if (isObject(message)) this.#begin(message);
        break;
      case "message_delta":
        if (isObject(usage)) this.#lastUsage = mergedUsage(this.#lastUsage, usage);
        if (isObject(delta)) this.#stop(delta);
        break;
      case "message_stop":
        this.#unfinished = false;
        break;
      case "error":
        this.#failed = true;
        break;
    }
  }

  answer(): Answer {
    const { omitted } = this.#budget;
    return {
      output: outputOf(this.#blocks.map((block) => block.read())),
      usage: messageUsage(mergedUsage(this.#firstUsage, this.#lastUsage)),
      model: this.#model || undefined,
      finishReason: this.#stopReason || undefined,
      omittedLength: omitted === 0 ? undefined : omitted,
      ...(this.#unfinished ? { unfinished: true } : undefined),
      ...(this.#failed ? { failed: true } : undefined),
    };
  }

  #begin({ model, usage }: WireMessage): void {
    this.#unfinished = true;
    this.#firstUsage = usage;
    this.#model = stringOf(model);
  }

  #stop({ stop_reason: reason }: WireMessage): void {
    if (typeof reason !== "string") return;
    this.#stopReason = reason;
    this.#unfinished = false;
  }

  #start({ index, content_block: block }: WireEvent): void {
    this.#blockAt(index)?.begin(block);
  }

  #blockAt(index: unknown): BlockCapture | undefined {
    const at = typeof index === "number" ? index : 0;
    if (!Number.isInteger(at) || at < 0 || at >= MAX_BLOCKS) return undefined;
    while (this.#blocks.length <= at) this.#blocks.push(new BlockCapture(this.#budget));
    return this.#blocks[at];
  }
}

/** One content block, as far as it has arrived. */
class BlockCapture {
  readonly #budget: CaptureBudget;
  /** The block from its start event, usually without content. */
  #announced: unknown = undefined;
  #name = "";
  #text = "";
  #input = "";

  constructor(budget: CaptureBudget) {
    this.#budget = budget;
  }

  begin(block: unknown): void {
    this.#announced = block;
    const { type, name, text, content }: WireBlock = isObject(block) ? block : {};
    if (isCall(type)) this.#name = this.#budget.take(stringOf(name));
    else if (type === "text") this.#text = this.#budget.append(this.#text, stringOf(text));
    else if (type === "compaction") this.#text = this.#budget.append(this.#text, stringOf(content));
  }

  append({ type, text, partial_json: json, content }: WireDelta): void {
    if (type === "text_delta") this.#text = this.#budget.append(this.#text, stringOf(text));
    else if (type === "input_json_delta")
      this.#input = this.#budget.append(this.#input, stringOf(json));
    else if (type === "compaction_delta")
      this.#text = this.#budget.append(this.#text, stringOf(content));
  }

  read(): BlockText {
    const { type }: WireBlock = isObject(this.#announced) ? this.#announced : {};
    if (!isCall(type)) return { text: this.#text, isCall: false };
    // Some servers send the whole input with the start event.
    if (this.#input === "") return textOfBlock(this.#announced);
    return callText(this.#name, plainJson(this.#input));
  }
}

/** Complete arguments are formatted like those of a complete answer. */
function plainJson(text: string): string {
  try {
    return jsonOf(JSON.parse(text));
  } catch {
    return text;
  }
}

interface WireEvent {
  readonly type?: unknown;
  readonly index?: unknown;
  readonly message?: unknown;
  readonly content_block?: unknown;
  readonly delta?: unknown;
  readonly usage?: unknown;
}

interface WireMessage {
  readonly model?: unknown;
  readonly usage?: unknown;
  readonly stop_reason?: unknown;
}

interface WireBlock {
  readonly type?: unknown;
  readonly name?: unknown;
  readonly text?: unknown;
  readonly content?: unknown;
}

interface WireDelta extends WireBlock {
  readonly partial_json?: unknown;
}
