import { assertDepth, copyObject, isObject, mapArray } from "../json/json-shape.ts";
import { mapJson } from "../json/json-text.ts";
import { isCounting } from "../prompt/text-names.ts";
import { mapMember, mapText, type Place } from "./place.ts";

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
    if (isJson) copy[key] = mapJson(member, place);
    else if (isCounts(key, member)) copy[key] = mapMember(key, member, place);
    else copy[key] = mapDocument(member, place, depth + 1);
  }
  return copy;
}

function isCounts(key: string, member: unknown): boolean {
  return isCounting(key, member) && !(Array.isArray(member) && member.some(isObject));
}
