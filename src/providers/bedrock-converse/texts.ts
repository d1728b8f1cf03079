import { isJsonObject, type JsonObject } from "../json/json-shape.ts";
import { copyWith, withChanges } from "../json/replace-at.ts";
import type { PieceVisitor, StreamTexts } from "../restore/restorer.ts";

/**
 * Where the events of a stream have their texts (Bedrock reference, `ConverseStreamOutput`): in
 * the delta of a content block. Thinking is signed and stays as it came. A slot is `0/text`: the
 * block, and what its delta is.
 */
export const streamTexts: StreamTexts<unknown> = {
  map(event, visitor) {
    if (!isJsonObject(event)) return event;
    const { contentBlockDelta } = event;
    if (!isJsonObject(contentBlockDelta)) return visitor.whole(event);
    const { delta } = contentBlockDelta;
    if (!isJsonObject(delta)) return event;
    const restored = mapDelta(delta, indexOf(contentBlockDelta), visitor);
    const changes = { contentBlockDelta: withChanges(contentBlockDelta, { delta: restored }) };
    return withChanges(event, changes);
  },

  ends(event) {
    if (!isJsonObject(event)) return [];
    const { contentBlockStop, messageStop } = event;
    if (isJsonObject(contentBlockStop)) return [`${indexOf(contentBlockStop)}/`];
    return messageStop === undefined ? [] : [""];
  },

  carry(event, slot, text) {
    const { contentBlockDelta } = event as { readonly contentBlockDelta: object };
    const delta = slot.endsWith("/toolUse") ? { toolUse: { input: text } } : { text };
    return copyWith(event as object, { contentBlockDelta: copyWith(contentBlockDelta, { delta }) });
  },
};

function mapDelta(delta: JsonObject, index: number, visitor: PieceVisitor): unknown {
  const { text, toolUse, reasoningContent } = delta;
  if (typeof text === "string") {
    return withChanges(delta, { text: visitor.piece(`${index}/text`, text) });
  }
  if (reasoningContent !== undefined) return delta;
  if (!isJsonObject(toolUse) || typeof toolUse.input !== "string") return visitor.whole(delta);
  const input = visitor.piece(`${index}/toolUse`, toolUse.input, "json");
  return withChanges(delta, { toolUse: withChanges(toolUse, { input }) });
}

function indexOf({ contentBlockIndex }: JsonObject): number {
  return typeof contentBlockIndex === "number" ? contentBlockIndex : 0;
}
