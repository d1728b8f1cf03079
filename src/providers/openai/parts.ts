import { copyObject, isJsonObject, mapArray } from "../json/json-shape.ts";
import { mapJson } from "../json/json-text.ts";
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
  if (isForeign(content, rules)) return mapJson(content, inside);
  if (!Array.isArray(content)) return mapTree(content, inside);
  return mapArray(content, (part) => {
    if (isForeign(part, rules)) return mapJson(part, inside);
    return isJsonObject(part) ? mapPart(part, inside) : mapTree(part, inside);
  });
}

/** Log probabilities repeat the text token by token, so they are removed if the text changes. */
function mapPart(part: object, place: TreePlace): unknown {
  const { text, logprobs } = copyObject(part);
  const copy = mapTree(part, place);
  if (!isJsonObject(copy) || !Array.isArray(logprobs)) return copy;
  return copy.text === text ? copy : { ...copy, logprobs: [] };
}
