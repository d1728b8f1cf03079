import { isJsonObject, isObject, mapArray } from "../json/json-shape.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";
import { mapTree, type TreePlace } from "../prompt/text-tree.ts";
import { PART_RULES } from "./parts.ts";

/**
 * The input of embeddings and older completions (OpenAI reference, `input` and `prompt`): one text,
 * several, or token numbers, which are text that the guard cannot read and count as one file per
 * list. In dialects, also objects with texts and images.
 */
export function mapTextOrTokens(value: unknown, visitor: PromptVisitor): unknown {
  return mapList(value, { visitor, role: "user", kind: "text", rules: PART_RULES });
}

function mapList(value: unknown, place: TreePlace): unknown {
  if (!Array.isArray(value)) return mapTree(value, place);
  if (value.some((each) => typeof each === "number")) place.visitor.uninspected("file");
  return mapArray(value, (each) => {
    if (isObject(each) && !isJsonObject(each)) return mapList(each, place);
    return typeof each === "number" ? each : mapTree(each, place);
  });
}
