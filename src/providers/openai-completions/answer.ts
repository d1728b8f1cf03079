import { readUsage } from "../answer/usage.ts";
import { isJsonObject, stringOf } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";

/**
 * What a completion says (OpenAI reference, "The completion object"); the prompt is part of it
 * when the request asked for an echo. Fill-in-the-middle answers have messages in place of texts.
 */
export function readAnswer(response: unknown): Answer {
  if (!isJsonObject(response)) return { output: "" };
  const choices: unknown[] = Array.isArray(response.choices) ? response.choices : [];
  return {
    output: outputOf(choices.map(textOfChoice)),
    usage: readUsage(response.usage),
    model: stringOf(response.model) || undefined,
    finishReason: finishReasonOf(choices[0]) || undefined,
  };
}

/** The choices' texts, one under the other. */
export function outputOf(texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n");
}

/** Text of a choice, whole or as much as one chunk brings. */
export function textOfChoice(choice: unknown): string {
  if (!isJsonObject(choice)) return "";
  const { text, message, delta } = choice;
  if (typeof text === "string") return text;
  const said = message ?? delta;
  return isJsonObject(said) ? stringOf(said.content) : "";
}

/** Why a choice ended; empty until it has. */
export function finishReasonOf(choice: unknown): string {
  return isJsonObject(choice) ? stringOf(choice.finish_reason) : "";
}
