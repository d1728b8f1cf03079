import { joinedLines } from "../answer/joined-lines.ts";
import { isJsonObject, stringOf } from "../json/json-shape.ts";
import { errorIn, failureOf, usageOf } from "../openai-chat/answer.ts";
import type { Answer } from "../provider.ts";

/**
 * Reads a completion (OpenAI reference, "The completion object"); it contains the prompt if the
 * request asked for an echo. Fill-in-the-middle answers have messages instead of texts.
 */
export function readAnswer(response: unknown): Answer {
  if (!isJsonObject(response)) return { output: "" };
  const choices: unknown[] = Array.isArray(response.choices) ? response.choices : [];
  const finishReason = finishReasonOf(choices[0]);
  return {
    output: joinedLines(choices.map(textOfChoice)),
    usage: usageOf(response.usage, undefined),
    model: stringOf(response.model) || undefined,
    finishReason: finishReason || undefined,
    ...failureOf(errorIn(response) || errorOf(choices[0]), finishReason),
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

/** The error in place of a choice's text, if any. */
function errorOf(choice: unknown): unknown {
  return isJsonObject(choice) ? choice.error : undefined;
}

/** Why a choice ended; empty while it has not. */
export function finishReasonOf(choice: unknown): string {
  return isJsonObject(choice) ? stringOf(choice.finish_reason) : "";
}
