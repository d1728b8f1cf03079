import { isJsonObject, type JsonObject } from "../json/json-shape.ts";
import { copyWith, mapSame, withChanges } from "../json/replace-at.ts";

/**
 * What makes of OpenRouter's details signs no texts of them (OpenRouter reference, "Reasoning
 * tokens", `format`). Others may, and tell the signature with the last piece; so does what names none.
 */
const UNSIGNED = /^(?:unknown|(?:\w+-)?openai-responses-v1|xai-responses-v1)$/;

/** The details of one delta with the texts that go back unsigned as `restore` has them. */
export function mapDetails(
  details: readonly unknown[],
  restore: (slot: string, text: string) => string,
): unknown {
  return mapSame(details, (detail, position) => {
    if (!isJsonObject(detail)) return detail;
    const key = keyOf(detail);
    const text = key && detail[key];
    if (key === undefined || typeof text !== "string") return detail;
    return withChanges(detail, { [key]: restore(slotOf(detail, position), text) });
  });
}

/** A detail that says `text` where the one of `slot` among `details` had a piece of it. */
export function detailLike(details: unknown, slot: string, text: string): unknown {
  const like = (details as readonly unknown[]).find(
    (detail, position) => isJsonObject(detail) && slotOf(detail, position) === slot,
  ) as JsonObject;
  return copyWith(like, { [keyOf(like) as string]: text });
}

function slotOf(detail: JsonObject, position: number): string {
  const index = typeof detail.index === "number" ? detail.index : position;
  return `${index}/${String(detail.type)}`;
}

/** Where a detail has its text; undefined where that may be signed. */
function keyOf({ type, format, signature }: JsonObject): "summary" | "text" | undefined {
  if (typeof signature === "string" && signature !== "") return undefined;
  if (type === "reasoning.summary") return "summary";
  const isOpen = type === "reasoning.text" && typeof format === "string" && UNSIGNED.test(format);
  return isOpen ? "text" : undefined;
}
