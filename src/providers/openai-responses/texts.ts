import { isJsonObject, type JsonObject } from "../json/json-shape.ts";
import { copyWith, withChanges } from "../json/replace-at.ts";
import type { PieceVisitor, StreamTexts, TextFormat } from "../restore/restorer.ts";

/**
 * The texts in the events of a streamed response (OpenAI reference, "Streaming events"): in
 * `delta`, for a part of an item. All other events have complete texts. A slot is
 * `0/1/response.output_text`: item, part and the event's subject, followed by the index of an
 * output.
 */
export const streamTexts: StreamTexts<unknown> = {
  map(event, visitor) {
    if (!isJsonObject(event)) return event;
    if (!isDelta(event)) return visitor.whole(event);
    const { delta } = event;
    const slot = slotOf(event);
    if (isJsonObject(delta)) return withChanges(event, { delta: mapOutput(delta, slot, visitor) });
    if (typeof delta !== "string") return visitor.whole(event);
    return withChanges(event, { delta: visitor.piece(slot, delta, formatOf(event.type)) });
  },

  ends(event) {
    if (!isJsonObject(event) || typeof event.type !== "string") return [];
    // Parts and items end after their texts; the response, and an error, end everything.
    if (END_OF_ALL.has(event.type)) return [""];
    if (event.type === "response.output_item.done") return [`${indexOf(event.output_index)}/`];
    return event.type.endsWith(".done") ? [slotOf(event)] : [];
  },

  carry(event, slot, text) {
    const [, , , output] = slot.split("/");
    if (output !== undefined) return copyWith(event as object, { delta: { [output]: text } });
    // With the sequence number of the event that ends it, from which a resumed stream continues.
    const bare = isJsonObject(event) && "logprobs" in event ? { logprobs: [] } : {};
    return copyWith(event as object, { ...bare, delta: text });
  },
};

const END_OF_ALL: ReadonlySet<unknown> = new Set([
  ...["response.completed", "response.incomplete", "response.failed", "error"],
]);

type DeltaEvent = JsonObject & { readonly type: string };

/** The `delta` of audio is base64, not text. */
function isDelta(event: JsonObject): event is DeltaEvent {
  const { type } = event;
  return typeof type === "string" && type.endsWith(".delta") && type !== "response.audio.delta";
}

/** The output of a shell: each of its outputs is a separate text. */
function mapOutput(delta: JsonObject, slot: string, visitor: PieceVisitor): JsonObject {
  const restored = Object.entries(delta).map(([output, text]) => [
    output,
    typeof text === "string" ? visitor.piece(`${slot}/${output}`, text) : visitor.whole(text),
  ]);
  return withChanges(delta, Object.fromEntries(restored)) as JsonObject;
}

function slotOf(event: JsonObject): string {
  const { output_index, content_index, summary_index, command_index, type } = event;
  const part = content_index ?? summary_index ?? command_index;
  const of = String(type).replace(/\.(?:delta|done)$/, "");
  return `${indexOf(output_index)}/${indexOf(part)}/${of}`;
}

function indexOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

function formatOf(type: string): TextFormat {
  return type.endsWith("_arguments.delta") ? "json" : "text";
}
