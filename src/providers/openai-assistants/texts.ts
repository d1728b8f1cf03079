import { isJsonObject, type JsonObject } from "../json/json-shape.ts";
import { copyWith, mapSame, withChanges } from "../json/replace-at.ts";
import type { PieceVisitor, StreamTexts } from "../restore/restorer.ts";

/**
 * The texts in the events of a run (OpenAI reference, "Assistants streaming"): pieces of messages
 * and calls in `delta`, complete ones in the objects that end them. The client passes events on
 * with their names, over HTTP the data has none. A slot is `MESSAGE/content/0` or `STEP/calls/0`.
 */
export const streamTexts: StreamTexts<unknown> = {
  map(event, visitor) {
    if (!isJsonObject(event)) return event;
    if (!isJsonObject(event.data)) return mapData(event, visitor);
    return withChanges(event, { data: mapData(event.data, visitor) });
  },

  ends(event) {
    if (!isJsonObject(event)) return [];
    const data = isJsonObject(event.data) ? event.data : event;
    if (data.object === "thread.run") return isOver(data.status) ? [""] : [];
    const closes = CLOSED.has(data.object) && data.status !== "in_progress";
    return closes ? [`${String(data.id)}/`] : [];
  },

  carry(event, slot, text) {
    const [, kind, index] = slot.split("/");
    const at = Number(index);
    const delta =
      kind === "content"
        ? { content: [{ index: at, type: "text", text: { value: text } }] }
        : { step_details: { type: "tool_calls", tool_calls: [callOf(at, text)] } };
    const { data } = event as JsonObject;
    if (!isJsonObject(data)) return copyWith(event as object, { delta });
    return copyWith(event as object, { data: copyWith(data, { delta }) });
  },
};

/** Statuses of a run that has more output. */
const UNDER_WAY: ReadonlySet<unknown> = new Set(["queued", "in_progress", "cancelling"]);
const CLOSED: ReadonlySet<unknown> = new Set(["thread.message", "thread.run.step"]);

function isOver(status: unknown): boolean {
  return !UNDER_WAY.has(status);
}

function mapData(data: JsonObject, visitor: PieceVisitor): unknown {
  const { object, delta, id } = data;
  if (!isJsonObject(delta)) return visitor.whole(data);
  if (object === "thread.message.delta" && Array.isArray(delta.content)) {
    const content = mapSame(delta.content, (part, at) =>
      mapPart(part, `${id}/content/${at}`, visitor),
    );
    return withChanges(data, { delta: withChanges(delta, { content }) });
  }
  const { step_details: details } = delta;
  if (!isJsonObject(details) || !Array.isArray(details.tool_calls)) return visitor.whole(data);
  const calls = mapSame(details.tool_calls, (call, at) =>
    mapCall(call, `${id}/calls/${at}`, visitor),
  );
  const step_details = withChanges(details, { tool_calls: calls });
  return withChanges(data, { delta: withChanges(delta, { step_details }) });
}

function mapPart(part: unknown, slot: string, visitor: PieceVisitor): unknown {
  if (!isJsonObject(part) || !isJsonObject(part.text)) return part;
  const { value, annotations } = part.text;
  const text = withChanges(part.text, {
    ...(typeof value === "string"
      ? { value: visitor.piece(numbered(slot, part.index), value) }
      : undefined),
    ...(annotations === undefined ? undefined : { annotations: visitor.whole(annotations) }),
  });
  return withChanges(part, { text });
}

function mapCall(call: unknown, slot: string, visitor: PieceVisitor): unknown {
  if (!isJsonObject(call) || !isJsonObject(call.function)) return call;
  const { arguments: given } = call.function;
  if (typeof given !== "string") return call;
  const restored = visitor.piece(numbered(slot, call.index), given, "json");
  return withChanges(call, { function: withChanges(call.function, { arguments: restored }) });
}

/** The slot of an element by its own index, not merely its position. */
function numbered(slot: string, index: unknown): string {
  return typeof index === "number" ? slot.replace(/\d+$/, String(index)) : slot;
}

function callOf(index: number, text: string): JsonObject {
  return { index, type: "function", function: { arguments: text } };
}
