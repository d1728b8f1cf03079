import { copyObject, isObject, mapEach, mapStrings } from "../json/json-shape.ts";
import { mapJson } from "../json/json-text.ts";
import { mapLabel, mapMember, mapText, type Place } from "./place.ts";

/** The tool calls of an assistant message. */
export function mapToolCalls(value: unknown, place: Place): unknown {
  const inside: Place = { ...place, kind: "tool_arguments" };
  return mapEach(value, (call) => mapToolCall(call, inside));
}

function mapToolCall(call: unknown, place: Place): unknown {
  if (!isObject(call) || Array.isArray(call)) return mapText(call, place);
  const copy = copyObject(call);
  for (const key of Object.keys(copy)) {
    if (key === "function" || key === "custom") copy[key] = mapFunction(copy[key], place);
    else if (key === "id" || key === "type") copy[key] = mapLabel(copy[key], place.where);
    else copy[key] = mapAroundSeals(copy[key], place, { key });
  }
  return copy;
}

/** `function`, `custom` and the older `function_call`: a name, and arguments or input. */
export function mapFunction(value: unknown, place: Place): unknown {
  if (!isObject(value) || Array.isArray(value)) return mapText(value, place);
  const copy = copyObject(value);
  for (const key of Object.keys(copy)) {
    const property = copy[key];
    if (key === "name") copy.name = mapLabel(property, place.where);
    // Mistral accepts an object instead of its JSON.
    else if (key === "arguments" && isObject(property)) copy.arguments = mapJson(property, place);
    else copy[key] = mapMember(key, property, place);
  }
  return copy;
}

/**
 * Keys of signatures that the provider requires back unchanged (Gemini's OpenAI dialect, LiteLLM).
 */
const SEALS: ReadonlySet<string> = new Set(["thought_signature", "thought_signatures"]);

/** Everything but the signatures is text. */
export function mapAroundSeals(
  value: unknown,
  place: Place,
  { key: name, depth = 0 }: { readonly key: string; readonly depth?: number },
): unknown {
  if (!isObject(value) || Array.isArray(value) || depth > MAX_SEAL_DEPTH) {
    return mapMember(name, value, place);
  }
  const copy = copyObject(value);
  for (const key of Object.keys(copy)) {
    copy[key] = SEALS.has(key)
      ? mapStrings(copy[key], (text) => text)
      : mapAroundSeals(copy[key], place, { key, depth: depth + 1 });
  }
  return copy;
}

/** Signatures are at most two levels deep; anything deeper is text. */
const MAX_SEAL_DEPTH = 3;
