import {
  assertDepth,
  copyObject,
  isObject,
  type JsonObject,
  mapArray,
} from "../json/json-shape.ts";
import { mapJson } from "../json/json-text.ts";
import { mapTextFile } from "../media/map-text-file.ts";
import { kindOfMedia } from "../media/media-kind.ts";
import { mediaTypeOf } from "../media/media-type.ts";
import { mediaTypeOfUrl } from "../media/media-type-of-url.ts";
import { rows } from "../prompt/rows.ts";
import {
  insideOf,
  mapTree,
  mapUnder,
  ruleOf,
  type TreePlace,
  type TreeRule,
  type TreeRules,
} from "../prompt/text-tree.ts";
import { sealedBy } from "../sealed-text.ts";

/** The sources of a text: the name of a place is text, like the title of a page. */
const ANNOTATION_RULES: TreeRules = new Map(rows("word", "type"));

/** The properties of a step or content besides its texts. Unknown properties are text. */
export const STEP_RULES: TreeRules = new Map<string, TreeRule>([
  ...rows("word", "type", "role", "resolution", "is_error"),
  ...rows("label", "id", "call_id", "name", "server_name", "signature", "mime_type"),
  ["annotations", { rules: ANNOTATION_RULES }],
]);

/** Contents that are not text. */
const BINARIES: ReadonlySet<unknown> = new Set(["image", "audio", "video", "document"]);

/**
 * The input of an interaction (Google's reference, "Interactions"): a text, contents, or the steps
 * of a conversation with contents, calls and results.
 */
export function mapSteps(value: unknown, place: TreePlace, depth = 0): unknown {
  assertDepth(depth);
  if (Array.isArray(value)) return mapArray(value, (each) => mapSteps(each, place, depth + 1));
  return isObject(value) ? mapStep(value, place, depth) : mapTree(value, place, depth);
}

function mapStep(step: object, outer: TreePlace, depth: number): JsonObject {
  const copy = copyObject(step);
  const place = placeOf(copy, insideOf(outer));
  const isBinary = BINARIES.has(copy.type);
  let isText = false;
  for (const key of Object.keys(copy)) {
    const value = copy[key];
    if (isBinary && typeof value === "string" && (key === "data" || key === "uri")) {
      const text = mapTextFile(value, place, key === "data" ? copy.mime_type : undefined);
      isText ||= text !== undefined;
      copy[key] = text ?? value;
      continue;
    }
    // A function's name must stay; that of a video is the user's, like a file name.
    copy[key] =
      isBinary && key === "name"
        ? mapUnder("name", value, { place, depth })
        : mapProperty(key, value, { place, depth });
  }
  if (isBinary && !isText) {
    const mediaType = mediaTypeOf(copy.mime_type) ?? mediaTypeOfUrl(copy.uri);
    const declared = String(copy.type);
    const kind = declared === "document" ? "file" : kindOfMedia(mediaType ?? declared);
    place.visitor.uninspected(kind, mediaType);
  }
  return copy;
}

function mapProperty(
  key: string,
  value: unknown,
  { place, depth }: { readonly place: TreePlace; readonly depth: number },
): unknown {
  if (key === "arguments") return mapJson(value, { ...place, kind: "tool_arguments" });
  // Results are contents, or JSON defined by the tool.
  if (key === "result" && !isContents(value)) return mapJson(value, place);
  const rule = ruleOf(place.rules, key, value);
  if (rule === "counts") return mapSteps(value, { ...place, counts: true }, depth + 1);
  if (rule === "text") return mapSteps(value, place, depth + 1);
  return mapUnder(rule, value, { place, depth });
}

function isContents(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((each) => isObject(each) && typeof (each as JsonObject).type === "string")
  );
}

/** The role and kind of a step's texts. */
function placeOf({ type, role, signature }: JsonObject, outer: TreePlace): TreePlace {
  if (typeof type !== "string") return typeof role === "string" ? { ...outer, role } : outer;
  if (type.endsWith("_result")) return { ...outer, role: "tool", kind: "tool_result" };
  if (type === "model_output" || type.endsWith("_call")) return { ...outer, role: "model" };
  if (type !== "thought") return outer;
  return { ...outer, role: "model", visitor: sealedBy(signature, outer.visitor) };
}
