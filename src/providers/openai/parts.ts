import { copyObject, isJsonObject, type JsonObject, mapArray } from "../json/json-shape.ts";
import { mapJson } from "../json/json-text.ts";
import { holdsFile } from "../media/holds-file.ts";
import { rows } from "../prompt/rows.ts";
import { isForeign } from "../prompt/text-names.ts";
import { mapTree, type TreePlace, type TreeRule, type TreeRules } from "../prompt/text-tree.ts";

/**
 * The properties of content parts in the routes after chat completions (OpenAI reference:
 * responses, conversations, assistants, moderations, decisions). By property and not by `type`, so
 * that parts of new types are read correctly if their content is in a usual place.
 */

/** Citations, the sources of an answer. Titles and URLs are text, ids are not. */
export const CITATION_RULES: TreeRules = new Map<string, TreeRule>([
  ...rows("word", "type"),
  ...rows("label", "file_id", "container_id", "id"),
  ...rows("name", "filename"),
]);

/** The properties of a part: texts, labels, files, or nested rules. */
export const PART_RULES: TreeRules = new Map<string, TreeRule>([
  ...rows("word", "type", "detail", "format"),
  ...rows("label", "id", "name", "container_id", "outcome"),
  ...rows("name", "filename"),
  ...rows("label", "prompt_cache_breakpoint", "cache_control"),
  ...rows("image", "image_url", "image", "input_image"),
  ...rows("audio", "input_audio", "audio_url"),
  ...rows("video", "video_url", "video", "input_video"),
  ...rows("file", "file", "file_data", "file_url", "input_file"),
  ...rows("reference", "file_id", "encrypted_content", "image_file"),
  // A value of the app's own (`input_json`), whose names and numbers the model reads too.
  ["data", "json"],
  ["refusal", { kind: "refusal" }],
  ["annotations", { kind: "document", rules: CITATION_RULES }],
]);

/** The content of a message or tool result: a string, parts, or nothing. */
export function mapParts(
  content: unknown,
  place: TreePlace,
  rules: TreeRules = PART_RULES,
): unknown {
  const inside = { ...place, rules };
  if (!isForeign(content, rules) && Array.isArray(content)) {
    return mapArray(content, (part) => mapAnyPart(part, inside));
  }
  return mapAnyPart(content, inside);
}

function mapAnyPart(part: unknown, place: TreePlace): unknown {
  if (isJsonObject(part)) reportFiles(part, place);
  if (isForeign(part, place.rules)) return mapJson(part, place);
  return isJsonObject(part) ? mapPart(part, place) : mapTree(part, place);
}

/**
 * A part of an unknown dialect may have a file where others have none. It is shown like any text,
 * but the guard cannot see what is in it.
 */
function reportFiles(part: JsonObject, { visitor, rules }: TreePlace): void {
  for (const key of Object.keys(part)) {
    const isKnown = rules.has(key) && rules.get(key) !== "json";
    if (isKnown || SAID.has(key) || !holdsFile(part[key])) continue;
    visitor.uninspected("file");
    return;
  }
}

/** Texts, which may be long words or a command's lists of such, and their tokens. */
const SAID: ReadonlySet<string> = new Set([
  ...["text", "content", "reasoning", "summary", "logprobs"],
  ...["stdout", "stderr"],
]);

/** Log probabilities repeat the text token by token, so they are removed if the text changes. */
function mapPart(part: object, place: TreePlace): unknown {
  const { text, logprobs } = copyObject(part);
  const copy = mapTree(part, place);
  if (!isJsonObject(copy) || !Array.isArray(logprobs)) return copy;
  return copy.text === text ? copy : { ...copy, logprobs: [] };
}
