import { copyObject, isObject, plainLeaf } from "../json/json-shape.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";
import { isCounting } from "../prompt/text-names.ts";
import { mapTree, type TreeRules } from "../prompt/text-tree.ts";
import { mapMisplaced } from "../prompt/texts.ts";
import { isWord } from "../prompt/word.ts";
import { mapContent } from "./part.ts";
import { mapLabel, mapMember, mapName, mapText, type Place } from "./place.ts";
import { mapAroundSeals, mapFunction, mapToolCalls } from "./tool-calls.ts";

/**
 * A message: the visitor gets all its texts, in the order of its properties. Known properties are
 * read by their meaning; unknown ones are text, including all strings in them, because a message of
 * another dialect must not carry text past the guard.
 */
export function mapMessage(message: unknown, index: number, visitor: PromptVisitor): unknown {
  if (!isObject(message) || Array.isArray(message)) return mapMisplaced(message, visitor);
  const copy = copyObject(message);
  const role = isWord(copy.role) ? copy.role : "unknown";
  const place: Place = { visitor, role, kind: "text", where: `messages[${index}]` };
  for (const key of Object.keys(copy)) copy[key] = mapProperty(key, copy[key], place);
  return copy;
}

function mapProperty(key: string, value: unknown, place: Place): unknown {
  if (!isObject(value) && isCounting(key, value) && key !== "name") return plainLeaf(value);
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
      return mapAroundSeals(value, place, { key });
    case "annotations":
      return mapTree(value, { ...place, rules: ANNOTATION_RULES });
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
      return mapMember(key, value, place);
  }
}

/**
 * Sources of an answer, and files as the provider parsed them (OpenRouter, "Reusing file
 * annotations"), with their images: base64 among the texts would be megabytes that no guard reads.
 */
const ANNOTATION_RULES: TreeRules = new Map([["image_url", "image"]]);

/** The content of `tool` and `function` messages is a tool result. */
function contentPlace(place: Place): Place {
  const isResult = place.role === "tool" || place.role === "function";
  const kind = isResult ? "tool_result" : place.kind;
  return { ...place, kind, where: `${place.where}.content` };
}

/**
 * An earlier spoken answer: its id is a reference; complete answers that are sent back contain
 * more.
 */
function mapAudio(value: unknown, place: Place): unknown {
  if (!isObject(value) || Array.isArray(value)) return mapText(value, place);
  const copy = copyObject(value);
  for (const key of Object.keys(copy)) {
    const property = copy[key];
    const isString = typeof property === "string";
    if (key === "id" && isString) place.visitor.uninspected("reference");
    else if (key === "data" && isString) place.visitor.uninspected("audio");
    else copy[key] = mapMember(key, property, place);
  }
  return copy;
}
