import { CaptureBudget } from "../answer/capture.ts";
import { type BlockText, callText, outputOf } from "../anthropic-messages/output.ts";
import { failureIn } from "../bedrock/exception.ts";
import { isJsonObject, type JsonObject, stringOf } from "../json/json-shape.ts";
import type { Answer, AnswerCollector } from "../provider.ts";
import { routedModel } from "./output.ts";
import { converseUsage } from "./usage.ts";

/** Maximum number of content blocks collected: far more than an answer has. */
const MAX_BLOCKS = 4_096;

export function collectAnswer(): AnswerCollector<unknown> {
  return new ConverseCollector();
}

/** One content block, as far as it has arrived. */
interface BlockCapture {
  words: string;
  /** The name of the tool, if it is a call. */
  call: string | undefined;
}

/** Collects an answer from the events of a stream (Bedrock reference, `ConverseStreamOutput`). */
class ConverseCollector implements AnswerCollector<unknown> {
  readonly #budget = new CaptureBudget();
  readonly #blocks = new Map<number, BlockCapture>();
  #usage: unknown = undefined;
  #model: string | undefined = undefined;
  #stopReason = "";
  /** True between `messageStart` and `messageStop`. */
  #unfinished = false;
  #failure: Pick<Answer, "failed" | "error"> | undefined = undefined;

  push(event: unknown): void {
    if (!isJsonObject(event)) return;
    const { contentBlockDelta, contentBlockStart, messageStart, messageStop, metadata } = event;
    if (isJsonObject(contentBlockDelta)) this.#pushDelta(contentBlockDelta);
    else if (isJsonObject(contentBlockStart)) this.#pushStart(contentBlockStart);
    else if (isJsonObject(messageStart)) this.#unfinished = true;
    else if (isJsonObject(messageStop)) this.#stop(messageStop);
    else if (isJsonObject(metadata)) {
      this.#usage = metadata.usage;
      this.#model = routedModel(metadata.trace);
    } else this.#failure ??= failureIn(event);
  }

  answer(): Answer {
    const { omitted } = this.#budget;
    return {
      output: outputOf([...this.#blocks.values()].map(textOfCapture)),
      usage: converseUsage(this.#usage),
      model: this.#model,
      finishReason: this.#stopReason || undefined,
      omittedLength: omitted === 0 ? undefined : omitted,
      ...(this.#unfinished ? { unfinished: true } : undefined),
      ...this.#failure,
    };
  }

  #stop({ stopReason }: JsonObject): void {
    this.#stopReason = stringOf(stopReason);
    this.#unfinished = false;
  }

  #pushStart({ start, contentBlockIndex }: JsonObject): void {
    const toolUse = isJsonObject(start) ? start.toolUse : undefined;
    const block = this.#blockAt(contentBlockIndex);
    if (block === undefined || !isJsonObject(toolUse)) return;
    block.call = this.#budget.take(stringOf(toolUse.name));
  }

  #pushDelta({ delta, contentBlockIndex }: JsonObject): void {
    if (!isJsonObject(delta)) return;
    const { text, toolUse } = delta;
    const piece = isJsonObject(toolUse) ? stringOf(toolUse.input) : stringOf(text);
    if (piece === "") return;
    const block = this.#blockAt(contentBlockIndex);
    if (block !== undefined) block.words = this.#budget.append(block.words, piece);
  }

  #blockAt(index: unknown): BlockCapture | undefined {
    if (typeof index !== "number") return undefined;
    let block = this.#blocks.get(index);
    if (block === undefined && this.#blocks.size < MAX_BLOCKS) {
      block = { words: "", call: undefined };
      this.#blocks.set(index, block);
    }
    return block;
  }
}

function textOfCapture({ words, call }: BlockCapture): BlockText {
  return call === undefined ? { text: words, isCall: false } : callText(call, argumentsOf(words));
}

/** Formats arguments in the same way for complete and streamed answers. */
function argumentsOf(input: string): string {
  try {
    return JSON.stringify(JSON.parse(input === "" ? "{}" : input));
  } catch {
    return input;
  }
}
