import { decisionLine } from "../answer/decision-line.ts";
import { joinedLines } from "../answer/joined-lines.ts";
import { interactionUsage } from "../google-interactions/answer.ts";
import { isJsonObject, stringOf } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";

/**
 * The decisions, one line per question: the choice, the score, or the probability that it is true.
 * An input blocked by a filter has none, and the reason in their place.
 */
export function readAnswer(response: unknown): Answer {
  if (!isJsonObject(response)) return { output: "" };
  const { answers, prompt_feedback: feedback, usage } = response;
  const lines = isJsonObject(answers) ? Object.entries(answers).map(lineOf) : [];
  const blockReason = isJsonObject(feedback) ? stringOf(feedback.block_reason) : "";
  return {
    output: joinedLines(lines),
    usage: interactionUsage(usage),
    finishReason: blockReason || undefined,
  };
}

function lineOf([name, answer]: readonly [string, unknown]): string {
  if (!isJsonObject(answer)) return "";
  const { choice, score, noul, type } = answer;
  return decisionLine(name, [choice, score, noul, type]);
}
