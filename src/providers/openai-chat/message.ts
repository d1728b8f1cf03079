import { copyObject, isObject, mapArray, mapStrings, plainLeaf } from "../json/json-shape.ts";
import { mapJson } from "../json/json-text.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";
import { isWord } from "../prompt/word.ts";
import { mapContent, mapLabel, mapName, type Place } from "./part.ts";

/**
 * A message: every text in it goes through the visitor, in the order of its properties. Known
 * properties are read for what they are; a property that is not known is read as text, each
 * string of it, because a message of another dialect must not carry text past the guard.
 */
export function mapMessage(message: unknown, index: number, visitor: PromptVisitor): unknown {
  if (!isObject(message) || Array.isArray(message)) return mapLoose(message, visitor);
  const copy = copyObject(message);
  const role = isWord(copy.role) ? copy.role : "unknown";
  const place: Place = { visitor, role, kind: "text", where: `messages[${index}]` };
  for (const key of Object.keys(copy)) copy[key] = mapProperty(key, copy[key], place);
  return copy;
}

function mapProperty(key: string, value: unknown, place: Place): unknown {
  if (!isObject(value) && typeof value !== "string") return plainLeaf(value);
  switch (key) {
    case "role":
      return isWord(value) ? value : mapText(value, place);
    case "content":
      return mapContent(value, contentPlace(place));
    case "refusal":
      return mapContent(value, { ...place, kind: "refusal" });
    case "reasoning_content":
    case "reasoning":
    case "thinking":
    case "reasoning_details":
    case "thinking_blocks":
    case "content_parts":
    case "images":
      return mapContent(value, { ...place, where: `${place.where}.${key}` });
    case "tool_calls":
      return mapToolCalls(value, place);
    case "function_call":
      return mapFunction(value, { ...place, kind: "tool_arguments" });
    case "audio":
      return mapAudio(value, place);
    case "extra_content":
    case "provider_specific_fields":
      return mapAroundSeals(value, place);
    case "name":
      return mapName(value, { ...place, where: `${place.where}.name` });
    case "tool_call_id":
    case "id":
    case "object":
    case "type":
    case "cache_control":
    case "prompt_cache_breakpoint":
      return mapLabel(value, `${place.where}.${key}`);
    default:
      return mapText(value, place);
  }
}

/** The content of `tool` and `function` messages is what a tool gave. */
function contentPlace(place: Place): Place {
  const isResult = place.role === "tool" || place.role === "function";
  const kind = isResult ? "tool_result" : place.kind;
  return { ...place, kind, where: `${place.where}.content` };
}

function mapToolCalls(value: unknown, place: Place): unknown {
  const inside: Place = { ...place, kind: "tool_arguments" };
  return Array.isArray(value)
    ? mapArray(value, (call) => mapToolCall(call, inside))
    : mapToolCall(value, inside);
}

function mapToolCall(call: unknown, place: Place): unknown {
  if (!isObject(call) || Array.isArray(call)) return mapText(call, place);
  const copy = copyObject(call);
  for (const key of Object.keys(copy)) {
    if (key === "function" || key === "custom") copy[key] = mapFunction(copy[key], place);
    else if (key === "id" || key === "type") copy[key] = mapLabel(copy[key], place.where);
    else copy[key] = mapAroundSeals(copy[key], place);
  }
  return copy;
}

/** `function`, `custom` and the older `function_call`: a name, and arguments or input. */
function mapFunction(value: unknown, place: Place): unknown {
  if (!isObject(value) || Array.isArray(value)) return mapText(value, place);
  const copy = copyObject(value);
  for (const key of Object.keys(copy)) {
    const property = copy[key];
    if (key === "name") copy.name = mapLabel(property, place.where);
    // Mistral takes an object in the place of its JSON.
    else if (key === "arguments" && isObject(property)) copy.arguments = mapJson(property, place);
    else copy[key] = mapText(property, place);
  }
  return copy;
}

/** An earlier spoken answer: its id is a reference; whole answers that are sent back have more. */
function mapAudio(value: unknown, place: Place): unknown {
  if (!isObject(value) || Array.isArray(value)) return mapText(value, place);
  const copy = copyObject(value);
  for (const key of Object.keys(copy)) {
    const property = copy[key];
    const isString = typeof property === "string";
    if (key === "id" && isString) place.visitor.uninspected("reference");
    else if (key === "data" && isString) place.visitor.uninspected("audio");
    else copy[key] = mapText(property, place);
  }
  return copy;
}

/** Keys of what the provider signed and wants back unchanged (Gemini's OpenAI dialect, LiteLLM). */
const SEALS: ReadonlySet<string> = new Set(["thought_signature", "thought_signatures"]);

function mapAroundSeals(value: unknown, place: Place, depth = 0): unknown {
  if (!isObject(value) || Array.isArray(value) || depth > MAX_SEAL_DEPTH) {
    return mapText(value, place);
  }
  const copy = copyObject(value);
  for (const key of Object.keys(copy)) {
    copy[key] = SEALS.has(key)
      ? mapStrings(copy[key], (text) => text)
      : mapAroundSeals(copy[key], place, depth + 1);
  }
  return copy;
}

/** Seals stand two levels deep; whatever is deeper is text. */
const MAX_SEAL_DEPTH = 3;

function mapText(value: unknown, place: Place): unknown {
  return mapStrings(value, (text) => place.visitor.text(text, place.role, place.kind));
}

function mapLoose(value: unknown, visitor: PromptVisitor): unknown {
  return mapStrings(value, (text) => visitor.text(text, "unknown", "text"));
}
