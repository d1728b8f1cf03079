import { isJsonObject, type JsonObject } from "../json/json-shape.ts";
import { PromptReader, type PromptVisitor } from "./prompt-text.ts";

/** The parts of the last user message; none if it has no list of parts. */
export function lastUserParts(messages: unknown): readonly unknown[] {
  if (!Array.isArray(messages)) return [];
  const last: unknown = messages.findLast((each) => isJsonObject(each) && each.role === "user");
  return isJsonObject(last) && Array.isArray(last.content) ? last.content : [];
}

/** Copies, made by `map`, of the parts with content other than text, and without text. */
export function binariesAmong(
  parts: readonly unknown[],
  map: (part: JsonObject, visitor: PromptVisitor) => unknown,
): unknown[] {
  return parts.filter(isJsonObject).flatMap((part) => {
    const reader = new PromptReader();
    const copy = map(part, reader);
    return reader.segments.length === 0 && reader.uninspectedParts.length > 0 ? [copy] : [];
  });
}
