import { isJsonObject } from "../json/json-shape.ts";

/**
 * The index of an element of a list in a chunk: its own, because a chunk may have only some of the
 * elements; else its `position` in the list.
 */
export function indexOf(element: unknown, position: number): number {
  const index = isJsonObject(element) ? element.index : undefined;
  return typeof index === "number" ? index : position;
}
