import { isJsonObject, stringOf } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";

/** The texts returned by a guardrail, and whether it intervened. */
export function readAnswer(response: unknown): Answer {
  if (!isJsonObject(response)) return { output: "" };
  const { outputs, action } = response;
  const given: unknown[] = Array.isArray(outputs) ? outputs : [];
  const texts = given.map((each) => (isJsonObject(each) ? stringOf(each.text) : ""));
  return { output: texts.join("\n"), finishReason: stringOf(action) || undefined };
}
