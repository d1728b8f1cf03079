import { assertDepth, copyObject, isObject, mapArray } from "../json/json-shape.ts";
import { mapJson } from "../json/json-text.ts";
import { mapText, type Place } from "./place.ts";

/**
 * Documents next to a conversation, or in it: every string is text. Their `data` is JSON of the
 * app's own (Groq, Cohere), whose names and numbers the model reads too.
 */
export function mapDocument(value: unknown, place: Place, depth = 0): unknown {
  if (!isObject(value)) return mapText(value, place);
  assertDepth(depth);
  if (Array.isArray(value)) return mapArray(value, (each) => mapDocument(each, place, depth + 1));
  const copy = copyObject(value);
  for (const key of Object.keys(copy)) {
    const member = copy[key];
    const isJson = key === "data" && isObject(member);
    copy[key] = isJson ? mapJson(member, place) : mapDocument(member, place, depth + 1);
  }
  return copy;
}
