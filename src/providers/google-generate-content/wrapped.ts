import { isJsonObject, type JsonObject } from "../json/json-shape.ts";
import { copyWith } from "../json/replace-at.ts";

/** The answer in what Gemini Code Assist sends, which has it in `response`; others have it bare. */
export function answerIn(value: JsonObject): JsonObject {
  return isWrapped(value) ? value.response : value;
}

/** `value` with another answer in it; the same object if it is the same answer. */
export function withAnswer(value: JsonObject, answer: JsonObject): JsonObject {
  if (!isWrapped(value)) return answer;
  return answer === value.response ? value : copyWith(value, { response: answer });
}

function isWrapped(value: JsonObject): value is JsonObject & { readonly response: JsonObject } {
  return value.candidates === undefined && isJsonObject(value.response);
}
