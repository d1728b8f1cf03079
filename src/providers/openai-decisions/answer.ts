import { decisionLine } from "../answer/decision-line.ts";
import { joinedLines } from "../answer/joined-lines.ts";
import { readWordlessAnswer } from "../answer/wordless-answer.ts";
import { isJsonObject } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";

/**
 * The decisions, one line per question: the choice, the score, the probability, or that it was
 * refused.
 */
export function readAnswer(response: unknown): Answer {
  const answers: unknown = isJsonObject(response) ? response.answers : undefined;
  const lines = Array.isArray(answers) ? answers.map(lineOf) : [];
  return {
    ...readWordlessAnswer(response),
    output: joinedLines(lines),
  };
}

function lineOf(answer: unknown): string {
  if (!isJsonObject(answer)) return "";
  const { type, name, choice, score, probability } = answer;
  return decisionLine(name, [choice, score, probability, type]);
}
