import { isJsonObject, type JsonObject } from "../json/json-shape.ts";
import { copyWith, mapSame, withChanges } from "../json/replace-at.ts";
import type { PieceVisitor, StreamTexts } from "../restore/restorer.ts";
import { indexOf } from "../stream/index-of.ts";

/**
 * The texts in the events of a run (OpenAI reference, "Assistants streaming"): pieces of messages
 * and calls in `delta`, complete ones in the objects that end them. The client passes events on
 * with their names, over HTTP the data has none. A slot is `MESSAGE/content/0`,
 * `MESSAGE/refusal/0`, `STEP/calls/0` or `STEP/code/0`.
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
    const delta = deltaOf(slot, text);
    const { data } = event as JsonObject;
    if (!isJsonObject(data)) return copyWith(event as object, { delta });
    return copyWith(event as object, { data: copyWith(data, { delta }) });
  },
};

function deltaOf(slot: string, text: string): JsonObject {
  const [, kind, at] = slot.split("/");
  const index = Number(at);
  if (kind === "content") return { content: [{ index, type: "text", text: { value: text } }] };
  if (kind === "refusal") return { content: [{ index, type: "refusal", refusal: text }] };
  const call =
    kind === "code"
      ? { index, type: "code_interpreter", code_interpreter: { input: text } }
      : { index, type: "function", function: { arguments: text } };
  return { step_details: { type: "tool_calls", tool_calls: [call] } };
}

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
    const content = mapSame(delta.content, (part, at) => mapPart(part, { id, at, visitor }));
    return withChanges(data, { delta: withChanges(delta, { content }) });
  }
  const { step_details: details } = delta;
  if (!isJsonObject(details) || !Array.isArray(details.tool_calls)) return visitor.whole(data);
  const calls = mapSame(details.tool_calls, (call, at) => mapCall(call, { id, at, visitor }));
  const step_details = withChanges(details, { tool_calls: calls });
  return withChanges(data, { delta: withChanges(delta, { step_details }) });
}

/** An element of a list in an event. */
interface Place {
  readonly id: unknown;
  readonly at: number;
  readonly visitor: PieceVisitor;
}

function mapPart(part: unknown, place: Place): unknown {
  if (!isJsonObject(part)) return part;
  const { text, refusal } = part;
  if (typeof refusal === "string") {
    return withChanges(part, { refusal: pieceOf("refusal", refusal, { ...place, of: part }) });
  }
  if (!isJsonObject(text)) return part;
  const { value, annotations } = text;
  const changes = {
    ...(typeof value === "string"
      ? { value: pieceOf("content", value, { ...place, of: part }) }
      : undefined),
    ...(annotations === undefined ? undefined : { annotations: place.visitor.whole(annotations) }),
  };
  return withChanges(part, { text: withChanges(text, changes) });
}

/** The call of a function, or the code that the provider runs, with its output. */
function mapCall(call: unknown, place: Place): unknown {
  if (!isJsonObject(call)) return call;
  const { function: called, code_interpreter: run } = call;
  if (isJsonObject(called) && typeof called.arguments === "string") {
    const restored = pieceOf("calls", called.arguments, { ...place, of: call });
    return withChanges(call, { function: withChanges(called, { arguments: restored }) });
  }
  if (!isJsonObject(run)) return call;
  const { input, outputs } = run;
  const changes = {
    ...(typeof input === "string"
      ? { input: pieceOf("code", input, { ...place, of: call }) }
      : undefined),
    ...(outputs === undefined ? undefined : { outputs: place.visitor.whole(outputs) }),
  };
  return withChanges(call, { code_interpreter: withChanges(run, changes) });
}

/** The slot of an element is by its own index, not merely its position. */
function pieceOf(
  kind: "content" | "refusal" | "calls" | "code",
  text: string,
  { id, at, visitor, of }: Place & { readonly of: JsonObject },
): string {
  const slot = `${String(id)}/${kind}/${indexOf(of, at)}`;
  return visitor.piece(slot, text, kind === "calls" ? "json" : "text");
}
