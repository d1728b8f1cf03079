import { isJsonObject, type JsonObject } from "../json/json-shape.ts";
import { copyWith, mapSame, withChanges } from "../json/replace-at.ts";
import { indexOf } from "../stream/index-of.ts";

/**
 * Formats of OpenRouter's reasoning details without signatures (OpenRouter reference, "Reasoning
 * tokens", `format`). Others may be signed, as may details without a format, and have the signature
 * in the last chunk.
 */
const UNSIGNED = /^(?:unknown|(?:\w+-)?openai-responses-v1|xai-responses-v1)$/;

/** The details of one delta, with unsigned texts replaced by `restore`. */
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

/** A detail like the one of `slot` in `details`, with `text`. */
export function detailLike(details: unknown, slot: string, text: string): unknown {
  const like = (details as readonly unknown[]).find(
    (detail, position) => isJsonObject(detail) && slotOf(detail, position) === slot,
  ) as JsonObject;
  return copyWith(like, { [keyOf(like) as string]: text });
}

function slotOf(detail: JsonObject, position: number): string {
  return `${indexOf(detail, position)}/${String(detail.type)}`;
}

/** The property with a detail's text; undefined if it may be signed. */
function keyOf({ type, format, signature }: JsonObject): "summary" | "text" | undefined {
  if (typeof signature === "string" && signature !== "") return undefined;
  if (type === "reasoning.summary") return "summary";
  const isOpen = type === "reasoning.text" && typeof format === "string" && UNSIGNED.test(format);
  return isOpen ? "text" : undefined;
}
