import { isJsonObject } from "../json/json-shape.ts";
import { copyWith, withChanges } from "../json/replace-at.ts";
import type { StreamTexts } from "../restore/restorer.ts";
import { indexOf } from "../stream/index-of.ts";

/**
 * The texts in the events of a streamed message (Anthropic reference, "Streaming messages"): in the
 * delta of a content block. Thinking and summaries are signed and stay unchanged. A slot is
 * `0/text`: the block, and the property of its delta.
 */
export const streamTexts: StreamTexts<unknown> = {
  map(event, visitor) {
    if (!isJsonObject(event)) return event;
    if (event.type !== "content_block_delta" || !isJsonObject(event.delta)) {
      return visitor.whole(event);
    }
    const { delta } = event;
    if (delta.type === "compaction_delta") return event;
    const key = PROPERTIES.get(delta.type);
    if (key === undefined) return visitor.whole(event);
    const text = delta[key];
    if (typeof text !== "string") return event;
    const format = key === "partial_json" ? "json" : "text";
    const restored = visitor.piece(`${indexOf(event, 0)}/${key}`, text, format);
    return withChanges(event, { delta: withChanges(delta, { [key]: restored }) });
  },

  ends(event) {
    if (!isJsonObject(event)) return [];
    if (event.type === "content_block_stop") return [`${indexOf(event, 0)}/`];
    return ENDS.has(event.type) ? [""] : [];
  },

  carry(event, slot, text) {
    const [, key = "text"] = slot.split("/");
    const { delta } = event as { readonly delta: object };
    return copyWith(event as object, { delta: copyWith(delta, { [key]: text }) });
  },
};

const PROPERTIES: ReadonlyMap<unknown, string> = new Map([
  ["text_delta", "text"],
  ["input_json_delta", "partial_json"],
]);

const ENDS: ReadonlySet<unknown> = new Set(["message_delta", "message_stop", "error"]);
