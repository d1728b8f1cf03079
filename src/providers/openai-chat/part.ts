import type { UninspectedKind } from "../../types.ts";
import { isInexactNumber } from "../json/exact-numbers.ts";
import {
  assertDepth,
  copyObject,
  isObject,
  type JsonObject,
  mapArray,
  mapStrings,
  plainLeaf,
} from "../json/json-shape.ts";
import { mapJson } from "../json/json-text.ts";
import { holdsFile } from "../media/holds-file.ts";
import { mapTextFile, mapTextIn } from "../media/map-text-file.ts";
import { mediaTypeOfBinary } from "../media/media-type-of-binary.ts";
import { mediaTypeOfUrl } from "../media/media-type-of-url.ts";
import { rows } from "../prompt/rows.ts";
import { isForeign } from "../prompt/text-names.ts";
import { isWord } from "../prompt/word.ts";
import { UnreadableRequestError } from "../provider.ts";
import { sealedIn } from "../sealed-text.ts";
import { mapDocument } from "./document.ts";
import { mapLabel, mapName, mapText, type Place } from "./place.ts";
import { mapAroundSeals, mapFunction, mapToolCalls } from "./tool-calls.ts";

/**
 * The meaning of each property of a content part: text (a string, or more parts), a document,
 * content other than text, or a label. By property and not by `type`, so that parts of new types
 * are read if their text is in a usual place, and refused otherwise. From OpenAI's reference (chat
 * completions, `messages`) and the dialects of DeepSeek, Mistral, OpenRouter, vLLM and Cohere.
 */
type Rule = TextRule | "sealed" | "label" | "name" | UninspectedKind;
type TextRule = "text" | "refusal" | "document" | "calls" | "call" | "loose";

const PART_RULES = new Map<string, Rule>([
  ...rows("text", "text", "content", "thinking", "reasoning", "summary"),
  ...rows("refusal", "refusal"),
  ...rows("document", "document", "citations", "annotations"),
  ...rows("image", "image_url", "image", "input_image"),
  ...rows("audio", "input_audio", "audio_url", "audio"),
  ...rows("video", "video_url", "video", "input_video"),
  ...rows("file", "file", "input_file", "file_data", "file_url", "document_url"),
  ...rows("reference", "file_id", "reference_ids"),
  ...rows("sealed", "data"),
  ...rows("label", "type", "id", "index", "uuid", "name"),
  ...rows("name", "filename", "file_name", "document_name"),
  ...rows("label", "detail", "format", "media_type", "mime_type", "signature"),
  ...rows("label", "cache_control", "prompt_cache_breakpoint"),
]);

/**
 * Other properties of a part with a `role`: the OpenAI Agents SDK copies all properties of an
 * answer's message into its text part, and sends that back. Unknown ones are text.
 */
const MESSAGE_RULES = new Map<string, Rule>([
  ...rows("label", "role"),
  ...rows("text", "reasoning_content", "reasoning_details", "thinking_blocks"),
  ...rows("calls", "tool_calls"),
  ...rows("call", "function_call"),
]);

/**
 * Search results of Mistral's models while thinking (`tool_reference`), which are sent back with
 * the thinking.
 */
const FOUND_RULES = new Map<string, Rule>([
  ...rows("document", "title", "url", "favicon", "description"),
  ...rows("label", "tool"),
]);

/** Rules for texts, in whose place numbers are texts too. */
const TEXTS: ReadonlySet<Rule | undefined> = new Set<Rule>(["text", "refusal"]);

/** Types of parts whose `data` was created and signed by the provider. */
const SEALED_TYPES: ReadonlySet<unknown> = new Set(["redacted_thinking", "reasoning.encrypted"]);

/** A message's `content`: a string, parts, or nothing. The copy has the visitor's texts. */
export function mapContent(content: unknown, place: Place, depth = 0): unknown {
  if (typeof content === "string") return textOf(content, place);
  if (!isObject(content)) return mapText(content, place);
  assertDepth(depth);
  // With a file, it may be a part of an unknown dialect, which the guard cannot see.
  if (isForeign(content, PART_RULES) && !holdsFile(content)) return mapJson(content, place);
  if (!Array.isArray(content)) return mapPart(content, place, depth);
  return mapArray(content, (part, index) => {
    if (!isObject(part)) return mapContent(part, place, depth);
    return mapContent(part, { ...place, where: `${place.where}[${index}]` }, depth + 1);
  });
}

function mapPart(part: object, place: Place, depth: number): JsonObject {
  const copy = copyObject(part);
  const visitor = sealedIn(copy, place.visitor);
  const inside = { ...place, visitor, where: named(place.where, copy.type) };
  for (const key of Object.keys(copy)) {
    copy[key] = mapProperty(ruleOf(key, copy), copy[key], { place: inside, depth });
  }
  return copy;
}

function ruleOf(key: string, part: JsonObject): Rule | undefined {
  if (part.type === "tool_reference" && FOUND_RULES.has(key)) return FOUND_RULES.get(key);
  const rule = PART_RULES.get(key);
  if (rule === "label" && key === "type") return isWord(String(part.type)) ? rule : undefined;
  if (rule === "sealed" && !SEALED_TYPES.has(part.type)) return undefined;
  return rule ?? (isWord(part.role) ? (MESSAGE_RULES.get(key) ?? "loose") : undefined);
}

function mapProperty(
  rule: Rule | undefined,
  value: unknown,
  { place, depth }: { readonly place: Place; readonly depth: number },
): unknown {
  if (!isObject(value) && typeof value !== "string" && !TEXTS.has(rule)) return plainLeaf(value);
  switch (rule) {
    case "text":
      return mapContent(value, place, depth + 1);
    case "refusal":
      return mapContent(value, { ...place, kind: "refusal" }, depth + 1);
    case "document":
      return mapDocument(value, { ...place, kind: "document" });
    case "calls":
      return mapToolCalls(value, place);
    case "call":
      return mapFunction(value, { ...place, kind: "tool_arguments" });
    case "loose":
      return mapAroundSeals(value, place, { key: "" });
    case "label":
      return mapLabel(value, place.where);
    case "name":
      return mapName(value, place);
    case "sealed":
      return mapBinary(value, "reference", place);
    case undefined:
      return copyTextless(value, place);
    default:
      return mapBinary(value, rule, place);
  }
}

/** The properties that describe a binary. Any other text in it is refused. */
const BINARY_KEYS: ReadonlySet<string> = new Set([
  ...["url", "data", "file_data", "file_url", "file_id", "id"],
  ...["detail", "format", "media_type", "mime_type", "type", "uuid"],
]);

/** The name of a binary. */
const BINARY_NAMES: ReadonlySet<string> = new Set(["filename", "name"]);

function mapBinary(value: unknown, kind: UninspectedKind, place: Place): unknown {
  if (!isObject(value)) {
    const written = typeof value === "string" ? mapTextFile(value, place) : undefined;
    if (written === undefined) place.visitor.uninspected(kind, mediaTypeOfUrl(value));
    return written ?? value;
  }
  if (Array.isArray(value)) {
    return mapArray(value, (each) => {
      return Array.isArray(each) ? copyTextless(each, place) : mapBinary(each, kind, place);
    });
  }
  const copy = copyObject(value);
  const isText = mapTextIn(copy, place);
  for (const key of Object.keys(copy)) {
    const value = copy[key];
    if (typeof value === "string" && BINARY_KEYS.has(key)) continue;
    const isName = typeof value === "string" && BINARY_NAMES.has(key);
    copy[key] = isName ? mapName(value, place) : copyTextless(value, place);
  }
  if (isText) return copy;
  const isReference = kind === "file" && copy.file_id !== undefined && copy.file_data === undefined;
  const content = copy.url ?? copy.file_data ?? copy.data;
  const mediaType = mediaTypeOfBinary(copy, kind, content);
  place.visitor.uninspected(isReference ? "reference" : kind, mediaType);
  return copy;
}

/** A copy of a value without text; refuses any text, except that of a number no double can hold. */
function copyTextless(value: unknown, place: Place): unknown {
  return mapStrings(value, (text) => {
    if (isInexactNumber(text)) return textOf(text, place);
    if (text !== "") throw new UnreadableRequestError(place.where);
    return text;
  });
}

function textOf(text: string, place: Place): string {
  return place.visitor.text(text, place.role, place.kind);
}

function named(where: string, type: unknown): string {
  return isWord(type) ? `${where} (type ${type})` : where;
}
