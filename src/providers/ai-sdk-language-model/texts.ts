import { isJsonObject, type JsonObject } from "../json-shape.ts";
import { copyWith, withChanges } from "../replace-at.ts";
import type { StreamTexts } from "../restorer.ts";

/** Where parts of a stream have their texts (`LanguageModelV4StreamPart` and older). A slot is `text/ID/`. */
export const streamTexts: StreamTexts<unknown> = {
  map(part, visitor) {
    if (!isJsonObject(part)) return part;
    const kind = kindOf(part, "-delta");
    // What the model's own server sent is told as it was.
    if (kind === undefined) return part.type === "raw" ? part : visitor.whole(part);
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

const KINDS: ReadonlySet<string> = new Set(["text", "reasoning", "tool-input"]);

function kindOf({ type }: JsonObject, ending: string): string | undefined {
  if (typeof type !== "string" || !type.endsWith(ending)) return undefined;
  const kind = type.slice(0, -ending.length);
  return KINDS.has(kind) ? kind : undefined;
}

function slotOf(kind: string, { id }: JsonObject): string {
  return `${kind}/${String(id)}/`;
}
