import { CaptureBudget } from "../answer/capture.ts";
import { failureIn } from "../bedrock/exception.ts";
import { isJsonObject, type JsonObject } from "../json/json-shape.ts";
import type { Answer, AnswerCollector } from "../provider.ts";
import { countedUsage, hasCalls, readAnswer } from "./answer.ts";
import { innerOf } from "./chunk.ts";
import { pieceCodecOf } from "./dialect.ts";

export function collectAnswer(): AnswerCollector<unknown> {
  return new InvokeCollector();
}

/** Collects an answer from chunks in the model's format, each in a Bedrock event. */
class InvokeCollector implements AnswerCollector<unknown> {
  readonly #budget = new CaptureBudget();
  /** The collector of the format, once a chunk has shown the format. */
  #known: AnswerCollector<unknown> | undefined = undefined;
  /** The text of an unknown format. */
  #words = "";
  #finishReason: string | undefined = undefined;
  /**
   * In the last chunk of every model. An answer without it and without a finish reason is
   * incomplete.
   */
  #metrics: unknown = undefined;
  #begun = false;
  #failure: Pick<Answer, "failed" | "error"> | undefined = undefined;

  push(event: unknown): void {
    const piece = innerOf(event);
    if (piece === undefined) this.#failure ??= failureIn(event);
    else this.#pushPiece(piece);
  }

  answer(): Answer {
    const { omitted } = this.#budget;
    const answer: Answer = this.#known?.answer() ?? {
      output: this.#words,
      finishReason: this.#finishReason,
      omittedLength: omitted === 0 ? undefined : omitted,
    };
    const isCutOff = this.#begun && this.#metrics === undefined && !answer.finishReason;
    return {
      ...answer,
      usage: answer.usage ?? usageOf(this.#metrics),
      ...(isCutOff ? { unfinished: true } : undefined),
      ...this.#failure,
    };
  }

  #pushPiece(piece: JsonObject): void {
    this.#begun = true;
    this.#metrics = piece["amazon-bedrock-invocationMetrics"] ?? this.#metrics;
    this.#known ??= pieceCodecOf(piece)?.collectAnswer();
    if (this.#known !== undefined) {
      this.#known.push(piece);
      return;
    }
    const { output, finishReason } = readAnswer(piece);
    const isCall = this.#words !== "" && hasCalls(piece);
    this.#words = this.#budget.append(this.#words, isCall ? `\n${output}` : output);
    this.#finishReason = finishReason ?? this.#finishReason;
  }
}

/** The counts that Bedrock adds to the last chunk of every model. */
function usageOf(metrics: unknown): Answer["usage"] {
  if (!isJsonObject(metrics)) return undefined;
  const { inputTokenCount, outputTokenCount } = metrics;
  return countedUsage(inputTokenCount, outputTokenCount);
}
