import { isJsonObject, type JsonObject } from "../json/json-shape.ts";
import { copyWith, withChanges } from "../json/replace-at.ts";
import type { StreamTexts } from "../restore/restorer.ts";

/**
 * The texts in the parts of a stream (`LanguageModelV4StreamPart` and older). Reasoning stays
 * unchanged, because only its end tells whether it is signed. A slot is `text/ID/`.
 */
export const streamTexts: StreamTexts<unknown> = {
  map(part, visitor) {
    if (!isJsonObject(part)) return part;
    const kind = kindOf(part, "-delta");
    if (kind === undefined) return AS_THEY_CAME.has(part.type) ? part : visitor.whole(part);
    if (typeof part.delta !== "string") return part;
    const format = kind === "tool-input" ? "json" : "text";
    return withChanges(part, { delta: visitor.piece(slotOf(kind, part), part.delta, format) });
  },

  ends(part) {
    if (!isJsonObject(part)) return [];
    if (part.type === "finish" || part.type === "error") return [""];
    const kind = kindOf(part, "-end");
    return kind === undefined ? [] : [slotOf(kind, part)];
  },

  carry: (part, _slot, delta) => copyWith(part as object, { delta }),
};

const KINDS: ReadonlySet<string> = new Set(["text", "tool-input"]);

/** Reasoning, and raw chunks of the provider. */
const AS_THEY_CAME: ReadonlySet<unknown> = new Set(["reasoning-delta", "raw"]);

function kindOf({ type }: JsonObject, ending: string): string | undefined {
  if (typeof type !== "string" || !type.endsWith(ending)) return undefined;
  const kind = type.slice(0, -ending.length);
  return KINDS.has(kind) ? kind : undefined;
}

function slotOf(kind: string, { id }: JsonObject): string {
  return `${kind}/${String(id)}/`;
}
