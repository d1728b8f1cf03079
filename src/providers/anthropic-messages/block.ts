import type { UninspectedKind } from "../../types.ts";
import {
  assertDepth,
  copyObject,
  isJsonObject,
  isObject,
  type JsonObject,
  mapArray,
} from "../json/json-shape.ts";
import { mapJson } from "../json/json-text.ts";
import { insideOf, mapTree, mapUnder, ruleOf, type TreePlace } from "../prompt/text-tree.ts";
import { sealedBy } from "../sealed-text.ts";
import { RULES_BY_TYPE } from "./rules.ts";

/** The content of a message, a tool result or a document: a text, blocks, or nothing. */
export function mapBlocks(content: unknown, place: TreePlace, depth = 0): unknown {
  if (!isObject(content)) return mapTree(content, place, depth);
  assertDepth(depth);
  if (Array.isArray(content)) {
    return mapArray(content, (each) => mapBlocks(each, place, depth + 1));
  }
  return mapBlock(content, place, depth);
}

/** A block or message: the visitor gets all its texts, in the order of its properties. */
function mapBlock(block: object, outer: TreePlace, depth: number): JsonObject {
  const copy = copyObject(block);
  const { type } = copy;
  const place = placeOf(copy, insideOf(outer));
  for (const key of Object.keys(copy)) {
    const value = copy[key];
    if (key === "source") copy.source = mapSource(value, { type, place, depth });
    else if (key === "input") copy.input = mapJson(value, { ...place, kind: "tool_arguments" });
    else if (key === "data" && type === "redacted_thinking") {
      copy.data = mapUnder("reference", value, { place, depth });
    } else {
      const rule = RULES_BY_TYPE.get(type)?.get(key) ?? ruleOf(place.rules, key, value);
      const isCounts = rule === "counts" && isObject(value);
      const inside = isCounts ? { ...place, counts: true } : place;
      copy[key] =
        rule === "text" || isCounts
          ? mapBlocks(value, inside, depth + 1)
          : mapUnder(rule, value, { place, depth });
    }
  }
  return copy;
}

/** Types whose texts come from documents. */
const DOCUMENTS: ReadonlySet<unknown> = new Set([
  ...["document", "search_result", "web_search_result", "web_fetch_result"],
]);

/** The role and kind of a block's texts. */
function placeOf({ type, signature }: JsonObject, outer: TreePlace): TreePlace {
  const isResult = typeof type === "string" && type.endsWith("tool_result");
  if (isResult) return { ...outer, role: "tool", kind: "tool_result" };
  if (DOCUMENTS.has(type)) return { ...outer, kind: "document" };
  if (signature === undefined) return outer;
  return { ...outer, visitor: sealedBy(signature, outer.visitor) };
}

/** The source of an image or document: text and blocks are read, anything else is reported. */
function mapSource(
  value: unknown,
  {
    type,
    place,
    depth,
  }: { readonly type: unknown; readonly place: TreePlace; readonly depth: number },
): unknown {
  if (!isJsonObject(value)) return mapBlocks(value, place, depth + 1);
  const source = copyObject(value);
  const isText = source.type === "text" || source.type === "content";
  if (isText && type !== "image") return mapBlocks(source, place, depth + 1);
  const kind: UninspectedKind = type === "image" ? "image" : "file";
  return mapUnder(kind, source, { place, depth });
}
