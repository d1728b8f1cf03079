import { isJsonObject, mapEach } from "../json/json-shape.ts";
import { PromptReader, type PromptVisitor } from "../prompt/prompt-text.ts";
import { mapItem } from "./item.ts";

/** `input`: one text of the user, or items. */
export function mapInput(input: unknown, visitor: PromptVisitor): unknown {
  return mapEach(input, (item) => mapItem(item, visitor));
}

/** Parts of the last user message with content other than text, and without text. */
export function binaryPartsOf(input: unknown): unknown[] {
  if (!Array.isArray(input)) return [];
  const last = input.findLast((item) => isJsonObject(item) && item.role === "user");
  const content = isJsonObject(last) ? last.content : undefined;
  return Array.isArray(content) ? content.flatMap(binaryOf) : [];
}

/** A copy of a part without text. */
function binaryOf(part: unknown): unknown[] {
  if (!isJsonObject(part)) return [];
  const reader = new PromptReader();
  const copy = mapItem({ role: "user", content: [part] }, reader);
  if (reader.segments.length > 0 || reader.uninspectedParts.length === 0) return [];
  return isJsonObject(copy) && Array.isArray(copy.content) ? copy.content : [];
}
