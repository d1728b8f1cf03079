import { exceptionIn } from "../bedrock/exception.ts";
import { isJsonObject, type JsonObject } from "../json/json-shape.ts";
import { copyWith, mapSame, withChanges } from "../json/replace-at.ts";
import type { PieceVisitor, StreamTexts } from "../restore/restorer.ts";

/**
 * The texts in the events of a stream (Bedrock reference, `ConverseStreamOutput`): in the delta of
 * a content block. Thinking is signed and stays unchanged. A slot is `0/text`: the block, and the
 * member of its delta.
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
    return messageStop !== undefined || exceptionIn(event) !== undefined ? [""] : [];
  },

  carry(event, slot, text) {
    const { contentBlockDelta } = event as { readonly contentBlockDelta: object };
    const delta = deltaOf(slot, text);
    return copyWith(event as object, { contentBlockDelta: copyWith(contentBlockDelta, { delta }) });
  },
};

function deltaOf(slot: string, text: string): object {
  if (slot.endsWith("/toolUse")) return { toolUse: { input: text } };
  return slot.endsWith("/toolResult") ? { toolResult: [{ text }] } : { text };
}

function mapDelta(delta: JsonObject, index: number, visitor: PieceVisitor): unknown {
  const { text, toolUse, toolResult, reasoningContent } = delta;
  if (typeof text === "string") {
    return withChanges(delta, { text: visitor.piece(`${index}/text`, text) });
  }
  if (reasoningContent !== undefined) return delta;
  if (Array.isArray(toolResult)) {
    const restored = mapSame(toolResult, (part) => mapResult(part, index, visitor));
    return withChanges(delta, { toolResult: restored });
  }
  if (!isJsonObject(toolUse) || typeof toolUse.input !== "string") return visitor.whole(delta);
  const input = visitor.piece(`${index}/toolUse`, toolUse.input, "json");
  return withChanges(delta, { toolUse: withChanges(toolUse, { input }) });
}

/** The result of one of Bedrock's own tools, whose text is streamed like that of the model. */
function mapResult(part: unknown, index: number, visitor: PieceVisitor): unknown {
  if (!isJsonObject(part) || typeof part.text !== "string") return visitor.whole(part);
  return withChanges(part, { text: visitor.piece(`${index}/toolResult`, part.text) });
}

function indexOf({ contentBlockIndex }: JsonObject): number {
  return typeof contentBlockIndex === "number" ? contentBlockIndex : 0;
}
