import { isJsonObject, type JsonObject } from "../json/json-shape.ts";
import { copyWith, mapSame, withChanges } from "../json/replace-at.ts";
import type { PieceVisitor, StreamTexts } from "../restore/restorer.ts";
import { endsInteraction } from "./output.ts";

/**
 * The texts in the events of a streamed interaction (Google's reference, "Interactions"): in the
 * delta of a step. Other events have complete texts. Thoughts are signed and stay unchanged. A slot
 * is `0/text` or `0/arguments`: the step, and the property of its delta.
 */
export const streamTexts: StreamTexts<unknown> = {
  map(event, visitor) {
    if (!isJsonObject(event)) return event;
    const { delta, step, interaction } = event;
    if (isJsonObject(delta)) return withChanges(event, { delta: mapDelta(event, visitor) });
    return withChanges(event, {
      ...(step === undefined ? undefined : { step: mapStep(step, visitor) }),
      ...(isJsonObject(interaction)
        ? { interaction: mapInteraction(interaction, visitor) }
        : undefined),
    });
  },

  ends(event) {
    if (!isJsonObject(event)) return [];
    if (event.event_type === "step.stop") return [`${String(event.index)}/`];
    return endsInteraction(event) ? ALL : [];
  },

  carry(event, slot, text) {
    const [, key = "text"] = slot.split("/");
    const { delta } = event as { readonly delta: object };
    return copyWith(event as object, { delta: copyWith(delta, { [key]: text }) });
  },
};

const ALL: readonly string[] = [""];

const PIECES: ReadonlyMap<unknown, "text" | "arguments"> = new Map([
  ["text", "text"],
  ["arguments_delta", "arguments"],
]);

/** Deltas of files, and signed ones. */
const AS_THEY_COME: ReadonlySet<unknown> = new Set([
  ...["audio", "image", "video", "document", "thought_summary", "thought_signature"],
]);

function mapDelta({ index, delta }: JsonObject, visitor: PieceVisitor): unknown {
  const { type } = delta as JsonObject;
  const key = PIECES.get(type);
  const text = key === undefined ? undefined : (delta as JsonObject)[key];
  if (key === undefined || typeof text !== "string") {
    return AS_THEY_COME.has(type) ? delta : visitor.whole(delta);
  }
  const format = key === "arguments" ? "json" : "text";
  const restored = visitor.piece(`${String(index)}/${key}`, text, format);
  return withChanges(delta as JsonObject, { [key]: restored });
}

function mapInteraction(interaction: JsonObject, visitor: PieceVisitor): JsonObject {
  const changes: JsonObject = {};
  for (const key of ["steps", "outputs"]) {
    const steps = interaction[key];
    if (Array.isArray(steps)) changes[key] = mapSame(steps, (step) => mapStep(step, visitor));
  }
  return withChanges(interaction, changes);
}

function mapStep(step: unknown, visitor: PieceVisitor): unknown {
  return isJsonObject(step) && step.type === "thought" ? step : visitor.whole(step);
}
