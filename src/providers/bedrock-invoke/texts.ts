import type { StreamTexts } from "../restorer.ts";
import { innerOf, withInner } from "./chunk.ts";
import { codecOf } from "./dialect.ts";

/** Where the pieces of a stream have their texts, each in the format of its model. */
export const streamTexts: StreamTexts<unknown> = {
  map(event, visitor) {
    const piece = innerOf(event);
    if (piece === undefined) return event;
    const texts = codecOf(piece)?.streamTexts;
    const restored = texts === undefined ? visitor.whole(piece) : texts.map(piece, visitor);
    return restored === piece ? event : withInner(event, restored);
  },

  ends(event) {
    const piece = innerOf(event);
    return codecOf(piece)?.streamTexts?.ends(piece) ?? [];
  },

  carry(event, slot, text) {
    const piece = innerOf(event);
    const carried = codecOf(piece)?.streamTexts?.carry(piece, slot, text);
    return carried === undefined ? event : withInner(event, carried);
  },
};
