import {
  assertDepth,
  copyObject,
  isObject,
  mapArray,
  mapStrings,
  plainLeaf,
} from "../json/json-shape.ts";
import type { PromptVisitor } from "./prompt-text.ts";
import { isCounting, isTally } from "./text-names.ts";

/**
 * A value in the place of a text that is neither a text nor an object. Lenient servers turn numbers
 * and booleans there into text, so they are shown as text; unless it is rewritten, the value itself
 * stays.
 */
export function mapLeaf(value: unknown, map: (text: string) => string): unknown {
  if (typeof value !== "number" && typeof value !== "boolean") return plainLeaf(value);
  const text = JSON.stringify(value);
  // JSON has no infinite numbers.
  return text === "null" ? value : unlessRewritten(value, text, map);
}

/** `value`, unless `map` changes the text that it is shown as; then what it is changed to. */
export function unlessRewritten(
  value: unknown,
  text: string,
  map: (text: string) => string,
): unknown {
  const written = map(text);
  return written === text ? value : written;
}

/**
 * A deep copy with `map` applied to every text, in order: all strings, and numbers in the place of
 * one. `counts`: numbers in `value` are not texts.
 */
export function mapTexts(
  value: unknown,
  map: (text: string) => string,
  { counts = false, depth = 0 }: { readonly counts?: boolean; readonly depth?: number } = {},
): unknown {
  if (typeof value === "string") return map(value);
  if (!isObject(value)) return counts ? plainLeaf(value) : mapLeaf(value, map);
  assertDepth(depth);
  const inside = { counts, depth: depth + 1 };
  if (Array.isArray(value)) return mapArray(value, (each) => mapTexts(each, map, inside));
  const copy = copyObject(value);
  for (const key of Object.keys(copy)) {
    copy[key] = mapMemberTexts([key, copy[key]], map, depth + 1);
  }
  return copy;
}

/** The texts of a value in a place that no format has: nobody knows whose they are. */
export function mapMisplaced(value: unknown, visitor: PromptVisitor): unknown {
  return mapTexts(value, (text) => visitor.text(text, "unknown", "text"));
}

/** The same for a property without a meaning of its own: numbers in it may be counts. */
export function mapMemberTexts(
  [key, value]: readonly [key: string, value: unknown],
  map: (text: string) => string,
  depth = 0,
): unknown {
  if (isTally(key, value)) return mapStrings(value, map);
  return mapTexts(value, map, { counts: isCounting(key, value), depth });
}
