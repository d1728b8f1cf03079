import { joinedLines } from "../answer/joined-lines.ts";
import { readUsage } from "../answer/usage.ts";
import { isJsonObject, stringOf } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";

/**
 * Reads a completion (OpenAI reference, "The completion object"); it contains the prompt if the
 * request asked for an echo. Fill-in-the-middle answers have messages instead of texts.
 */
export function readAnswer(response: unknown): Answer {
  if (!isJsonObject(response)) return { output: "" };
  const choices: unknown[] = Array.isArray(response.choices) ? response.choices : [];
  return {
    output: joinedLines(choices.map(textOfChoice)),
    usage: readUsage(response.usage),
    model: stringOf(response.model) || undefined,
    finishReason: finishReasonOf(choices[0]) || undefined,
  };
}

/** The text of a choice, complete or in one chunk. */
export function textOfChoice(choice: unknown): string {
  if (!isJsonObject(choice)) return "";
  const { text, message, delta } = choice;
  if (typeof text === "string") return text;
  const said = message ?? delta;
  return isJsonObject(said) ? stringOf(said.content) : "";
}

/** Why a choice ended; empty while it has not. */
export function finishReasonOf(choice: unknown): string {
  return isJsonObject(choice) ? stringOf(choice.finish_reason) : "";
}
