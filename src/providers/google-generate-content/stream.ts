import { CaptureBudget } from "../answer/capture.ts";
import { readGoogleUsage } from "../google/usage.ts";
import { isJsonObject, isObject, type JsonObject, stringOf } from "../json/json-shape.ts";
import { type CallText, outputOf } from "../openai-chat/choice.ts";
import type { Answer, AnswerCollector } from "../provider.ts";
import { indexOf } from "../stream/index-of.ts";
import { blockReasonOf, failureOf, finishReasonOf } from "./answer.ts";
import { callOf, partsOf, transcriptOf, wordsOf } from "./output.ts";
import { answerIn } from "./wrapped.ts";

/** Maximum number of candidates collected: Google returns at most eight. */
const MAX_CANDIDATES = 64;
/** Maximum number of calls kept per candidate. */
const MAX_CALLS = 256;

export function collectAnswer(): AnswerCollector<unknown> {
  return new GenerateContentCollector();
}

/** Collects an answer from chunks, each a `GenerateContentResponse` with a part of the text. */
class GenerateContentCollector implements AnswerCollector<unknown> {
  readonly #budget = new CaptureBudget();
  readonly #candidates: CandidateCapture[] = [];
  #usage: unknown = undefined;
  #model = "";
  #blockReason = "";
  #failure: Pick<Answer, "failed" | "error"> | undefined = undefined;

  push(chunk: unknown): void {
    if (isJsonObject(chunk)) this.#pushAnswer(answerIn(chunk));
  }

  answer(): Answer {
    const { omitted } = this.#budget;
    return {
      output: outputOf(this.#candidates),
      usage: readGoogleUsage(this.#usage),
      model: this.#model || undefined,
      finishReason: this.#candidates[0]?.finishReason || this.#blockReason || undefined,
      omittedLength: omitted === 0 ? undefined : omitted,
      ...this.#failure,
    };
  }

  #pushAnswer(answer: JsonObject): void {
    const { candidates, usageMetadata, modelVersion } = answer;
    if (Array.isArray(candidates)) {
      for (let at = 0; at < candidates.length; at += 1) this.#pushCandidate(candidates[at], at);
    }
    // Every chunk has cumulative counts, so the last one is right.
    if (isObject(usageMetadata)) this.#usage = usageMetadata;
    if (this.#model === "") this.#model = stringOf(modelVersion);
    if (this.#blockReason === "") this.#blockReason = blockReasonOf(answer);
    this.#failure ??= failureOf(answer);
  }

  #pushCandidate(candidate: unknown, position: number): void {
    if (!isJsonObject(candidate)) return;
    const at = indexOf(candidate, position);
    if (!Number.isInteger(at) || at < 0 || at >= MAX_CANDIDATES) return;
    while (this.#candidates.length <= at) this.#candidates.push(new CandidateCapture(this.#budget));
    this.#candidates[at]?.push(candidate);
  }
}

/** One candidate, as far as it has arrived. */
class CandidateCapture {
  content = "";
  readonly refusal = "";
  transcript = "";
  readonly calls: CallText[] = [];
  finishReason = "";
  readonly #budget: CaptureBudget;

  constructor(budget: CaptureBudget) {
    this.#budget = budget;
  }

  push(candidate: unknown): void {
    for (const part of partsOf(candidate)) {
      this.content = this.#budget.append(this.content, wordsOf(part));
      this.transcript = this.#budget.append(this.transcript, transcriptOf(part));
      const call = callOf(part);
      if (call !== undefined) this.#pushCall(call);
    }
    this.finishReason = finishReasonOf(candidate) || this.finishReason;
  }

  /** If arguments are streamed, only their first chunk has the name. */
  #pushCall({ name, input }: CallText): void {
    const last = this.calls.at(-1);
    if (name === "" && last !== undefined) {
      this.calls[this.calls.length - 1] = {
        name: last.name,
        input: last.input + this.#budget.take(input),
      };
    } else if (this.calls.length < MAX_CALLS) {
      this.calls.push({ name: this.#budget.take(name), input: this.#budget.take(input) });
    }
  }
}
