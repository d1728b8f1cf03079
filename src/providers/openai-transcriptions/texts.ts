import { isJsonObject } from "../json/json-shape.ts";
import { copyWith, withChanges } from "../json/replace-at.ts";
import type { StreamTexts } from "../restore/restorer.ts";

/** The texts in the events of a streamed transcript (OpenAI reference, "Transcript streaming"). */
export const streamTexts: StreamTexts<unknown> = {
  map(event, visitor) {
    if (!isJsonObject(event)) return event;
    if (event.type !== "transcript.text.delta" || typeof event.delta !== "string") {
      return visitor.whole(event);
    }
    return withChanges(event, { delta: visitor.piece("text", event.delta) });
  },

  ends: (event) => (isJsonObject(event) && event.type === "transcript.text.done" ? [""] : []),

  carry: (event, _slot, text) => copyWith(event as object, { delta: text }),
};
