import { isJsonObject, type JsonObject } from "../json/json-shape.ts";
import { copyWith, withChanges } from "../json/replace-at.ts";
import type { StreamTexts, TextFormat } from "../restore/restorer.ts";

/**
 * Where the events of a streamed response have their texts (OpenAI reference, "Streaming
 * events"): in `delta`, of an item and one of its parts. Every other event holds whole texts. A
 * slot is `0/1/response.output_text`: item, part and what the event is of.
 */
export const streamTexts: StreamTexts<unknown> = {
  map(event, visitor) {
    if (!isJsonObject(event)) return event;
    if (!isDelta(event)) return visitor.whole(event);
    const { delta } = event;
    if (typeof delta !== "string") return visitor.whole(event);
    return withChanges(event, { delta: visitor.piece(slotOf(event), delta, formatOf(event.type)) });
  },

  ends(event) {
    if (!isJsonObject(event) || typeof event.type !== "string") return [];
    // Parts and items end after their texts do; the response, and what went wrong, end everything.
    if (END_OF_ALL.has(event.type)) return [""];
    if (event.type === "response.output_item.done") return [`${indexOf(event.output_index)}/`];
    return event.type.endsWith(".done") ? [slotOf(event)] : [];
  },

  carry(event, _slot, text) {
    // The number of the event whose end it is: a stream that is taken up again goes on from there.
    const bare = isJsonObject(event) && "logprobs" in event ? { logprobs: [] } : {};
    return copyWith(event as object, { ...bare, delta: text });
  },
};

const END_OF_ALL: ReadonlySet<unknown> = new Set([
  ...["response.completed", "response.incomplete", "response.failed", "error"],
]);

type DeltaEvent = JsonObject & { readonly type: string };

/** Sound in `delta` is base64 and no text. */
function isDelta(event: JsonObject): event is DeltaEvent {
  const { type } = event;
  return typeof type === "string" && type.endsWith(".delta") && type !== "response.audio.delta";
}

function slotOf(event: JsonObject): string {
  const { output_index, content_index, summary_index, type } = event;
  const part = content_index ?? summary_index;
  const of = String(type).replace(/\.(?:delta|done)$/, "");
  return `${indexOf(output_index)}/${indexOf(part)}/${of}`;
}

function indexOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

function formatOf(type: string): TextFormat {
  return type.endsWith("_arguments.delta") ? "json" : "text";
}
