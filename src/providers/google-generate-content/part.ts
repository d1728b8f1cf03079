import type { SegmentKind } from "../../types.ts";
import { copyObject, isJsonObject, mapEach } from "../json/json-shape.ts";
import { mapTextFile } from "../media/map-text-file.ts";
import { kindOfMedia } from "../media/media-kind.ts";
import { mediaTypeOf } from "../media/media-type.ts";
import { rows } from "../prompt/rows.ts";
import {
  mapTree,
  mapUnder,
  ruleOf,
  type TreePlace,
  type TreeRule,
  type TreeRules,
} from "../prompt/text-tree.ts";

/** The position of a walk in a content, with the role of its texts. */
export type PartPlace = Pick<TreePlace, "visitor" | "role">;

const NO_RULES: TreeRules = new Map();
const CALL_RULES: TreeRules = new Map<string, TreeRule>([
  ...rows("label", "id", "name"),
  ...rows("word", "language", "toolType", "tool_type", "outcome"),
  ...rows("json", "args"),
  // Pieces may have names and ids of their own, which are text.
  ...rows({ rules: NO_RULES }, "partialArgs", "partial_args"),
]);

/** The properties of a part (Gemini API reference, `Part`; both spellings are accepted). */
const PART_RULES: TreeRules = new Map<string, TreeRule>([
  ...rows("word", "videoMetadata", "video_metadata", "mediaResolution", "media_resolution"),
  ...rows(call(), "functionCall", "function_call", "toolCall", "tool_call"),
  ...rows(call(), "executableCode", "executable_code"),
  ...rows(result(), "codeExecutionResult", "code_execution_result"),
]);

const BLOBS: ReadonlySet<string> = new Set(["inlineData", "inline_data", "fileData", "file_data"]);
const RESPONSES: ReadonlySet<string> = new Set([
  ...["functionResponse", "function_response", "toolResponse", "tool_response"],
]);
const SIGNATURES: ReadonlySet<string> = new Set(["thoughtSignature", "thought_signature"]);

/** The characters of a signature: base64 in either alphabet (RFC 4648). */
const SEALED = /^[\w+/=-]*$/;

/** The parts of a content: a list, or a single one without a list. */
export function mapParts(parts: unknown, place: PartPlace): unknown {
  return mapEach(parts, (part) => mapPart(part, place));
}

/** One part. Unknown properties are text, including all strings in them. */
export function mapPart(part: unknown, place: PartPlace): unknown {
  const tree = treeOf(place, "text");
  if (!isJsonObject(part)) return mapTree(part, tree);
  const copy = copyObject(part);
  for (const key of Object.keys(copy)) copy[key] = mapMember(key, copy[key], place);
  return copy;
}

function mapMember(key: string, value: unknown, place: PartPlace): unknown {
  if (BLOBS.has(key)) return mapBlob(value, place);
  if (RESPONSES.has(key)) return mapFunctionResponse(value, place);
  if (SIGNATURES.has(key) && typeof value === "string" && SEALED.test(value)) return value;
  const rule = ruleOf(PART_RULES, key, value);
  return mapUnder(rule, value, { place: treeOf(place, "text"), depth: 0 });
}

/** The result of a function or tool, which may contain files as parts. */
function mapFunctionResponse(value: unknown, place: PartPlace): unknown {
  const tree = treeOf(place, "tool_result");
  if (!isJsonObject(value)) return mapTree(value, tree);
  const copy = copyObject(value);
  for (const key of Object.keys(copy)) {
    if (key === "parts") copy.parts = mapParts(copy.parts, place);
    else if (key === "id" || key === "name") {
      copy[key] = mapUnder("label", copy[key], { place: tree, depth: 0 });
    } else if (WORDS.has(key)) {
      copy[key] = mapUnder("word", copy[key], { place: tree, depth: 0 });
    } else if (key === "response") copy.response = mapResponse(copy.response, tree);
    else {
      const rule = ruleOf(NO_RULES, key, copy[key]);
      copy[key] = mapUnder(rule, copy[key], { place: tree, depth: 0 });
    }
  }
  return copy;
}

/** Words of the format next to a function's result. */
const WORDS: ReadonlySet<string> = new Set(["scheduling", "toolType", "tool_type"]);

/**
 * Names under which the API, its clients and the AI SDK put a function's whole result, which is
 * then a text or an object. An object of the function itself is shown as one JSON text, because its
 * property names may carry meaning.
 */
const WRAPPERS: ReadonlySet<string> = new Set(["output", "error", "result", "content", "name"]);

function mapResponse(response: unknown, place: TreePlace): unknown {
  const own = { place, depth: 0 };
  if (!isJsonObject(response)) return mapUnder("json", response, own);
  const copy = copyObject(response);
  const keys = Object.keys(copy);
  if (!keys.every((key) => WRAPPERS.has(key))) return mapUnder("json", copy, own);
  for (const key of keys) copy[key] = mapUnder("json", copy[key], own);
  return copy;
}

/** The description of a file next to its content. */
const BLOB_RULES: TreeRules = new Map<string, TreeRule>([
  ...rows("label", "mimeType", "mime_type", "data", "fileUri", "file_uri"),
  ...rows("name", "displayName", "display_name"),
]);

function mapBlob(value: unknown, place: PartPlace): unknown {
  const tree = treeOf(place, "text");
  if (!isJsonObject(value)) return mapTree(value, tree);
  const copy = copyObject(value);
  const type = copy.mimeType ?? copy.mime_type;
  const declared = mediaTypeOf(type);
  const textFile = (data: string) => mapTextFile(data, place, type);
  let isText = false;
  for (const key of Object.keys(copy)) {
    const value = copy[key];
    const rule = typeof value === "string" ? BLOB_RULES.get(key) : undefined;
    const text = key === "data" && typeof value === "string" ? textFile(value) : undefined;
    isText ||= text !== undefined;
    copy[key] =
      text ?? mapUnder(rule ?? ruleOf(NO_RULES, key, value), value, { place: tree, depth: 0 });
  }
  if (!isText) place.visitor.uninspected(kindOfMedia(declared ?? ""), declared);
  return copy;
}

function treeOf({ visitor, role }: PartPlace, kind: SegmentKind): TreePlace {
  return { visitor, role, kind, rules: NO_RULES };
}

function call(): TreeRule {
  return { kind: "tool_arguments", rules: CALL_RULES };
}

function result(): TreeRule {
  return { kind: "tool_result", rules: CALL_RULES };
}
