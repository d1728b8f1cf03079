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
  const decided = [choice, score, probability].find(isPlain) ?? type;
  if (!isPlain(decided)) return "";
  return typeof name === "string" && name !== "" ? `${name}: ${decided}` : String(decided);
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
