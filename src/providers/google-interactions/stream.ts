import { CaptureBudget } from "../answer/capture.ts";
import { joinedLines } from "../answer/joined-lines.ts";
import { isJsonObject, type JsonObject, stringOf } from "../json/json-shape.ts";
import type { Answer, AnswerCollector } from "../provider.ts";
import { readAnswer } from "./answer.ts";
import { callText, endsInteraction, isCall, jsonOf, linesOf, toolOf } from "./output.ts";

/** Maximum number of steps collected. */
const MAX_STEPS = 1_024;

interface OpenStep {
  readonly step: unknown;
  text: string;
}

export function collectAnswer(): AnswerCollector<unknown> {
  return new StepCollector();
}

/** Collects an answer from the events of a streamed interaction (`event_type`). */
class StepCollector implements AnswerCollector<unknown> {
  readonly #budget = new CaptureBudget();
  readonly #steps = new Map<unknown, OpenStep>();
  #interaction: JsonObject = {};
  /** Between its first event and the one that says how it ended. */
  #unfinished = false;
  #failure: Pick<Answer, "failed" | "error"> | undefined = undefined;

  push(event: unknown): void {
    if (!isJsonObject(event)) return;
    const { event_type: type, index, interaction, step, delta, error, status } = event;
    const usage = usageIn(event);
    if (isJsonObject(usage)) this.#interaction = { ...this.#interaction, usage };
    if (isJsonObject(interaction)) this.#interaction = { ...this.#interaction, ...interaction };
    if (type === "interaction.status_update" && typeof status === "string") {
      this.#interaction = { ...this.#interaction, status };
    }
    if (type === "interaction.created") this.#unfinished = true;
    else if (endsInteraction(event)) this.#unfinished = false;
    if (type === "step.start") this.#open(index, step);
    if (isJsonObject(delta)) this.#append(index, delta);
    if (type === "error") this.#failure = { failed: true, error };
  }

  answer(): Answer {
    const { omitted } = this.#budget;
    const answer = readAnswer({ ...this.#interaction, steps: undefined, outputs: undefined });
    return {
      ...answer,
      output: joinedLines([...this.#steps.values()].map(lineOf)),
      omittedLength: omitted === 0 ? undefined : omitted,
      ...(this.#unfinished ? { unfinished: true } : undefined),
      ...this.#failure,
    };
  }

  #open(index: unknown, step: unknown): OpenStep | undefined {
    if (this.#steps.size >= MAX_STEPS) return undefined;
    const open = { step, text: "" };
    this.#steps.set(index, open);
    return open;
  }

  #append(index: unknown, delta: JsonObject): void {
    const said = saidIn(delta);
    if (typeof said !== "string") return;
    const step = isCall(delta.type) ? delta : { type: "model_output" };
    const open = this.#steps.get(index) ?? this.#open(index, step);
    if (open !== undefined) open.text = this.#budget.append(open.text, said);
  }
}

/**
 * The usage of the interaction so far, which any event may have: a stream that stops for a function
 * call, or breaks off, has no last event with the interaction's own.
 */
function usageIn({ usage, metadata }: JsonObject): unknown {
  return usage ?? (isJsonObject(metadata) ? metadata.total_usage : undefined);
}

/** A text, a piece of arguments, or a complete call of a tool that Google or a server runs. */
function saidIn({ type, text, arguments: input }: JsonObject): unknown {
  if (type === "text") return text;
  return type === "arguments_delta" ? input : isCall(type) ? jsonOf(input) : undefined;
}

/** The text from the start event, or from the pieces after it. */
function lineOf({ step, text }: OpenStep): string {
  if (text === "") return linesOf(step).join("\n");
  if (!isJsonObject(step) || !isCall(step.type)) return text;
  return callText(stringOf(step.name) || toolOf(step.type), text);
}
