import { exceptionIn } from "../bedrock/exception.ts";
import { isObject } from "../json/json-shape.ts";
import type { StreamTexts } from "../restore/restorer.ts";
import { innerOf, withInner } from "./chunk.ts";
import { pieceCodecOf } from "./dialect.ts";
import { plainTexts } from "./plain-texts.ts";

/** The texts in the chunks of a stream, each in the format of its model. */
export const streamTexts: StreamTexts<unknown> = {
  map(event, visitor) {
    const piece = innerOf(event);
    if (piece === undefined) return event;
    const restored = textsOf(piece).map(piece, visitor);
    return restored === piece ? event : withInner(event, restored);
  },

  ends(event) {
    const piece = innerOf(event);
    if (piece === undefined && isObject(event) && exceptionIn(event) !== undefined) return [""];
    return textsOf(piece).ends(piece);
  },

  carry(event, slot, text) {
    const piece = innerOf(event);
    return withInner(event, textsOf(piece).carry(piece, slot, text));
  },
};

function textsOf(piece: unknown): StreamTexts<unknown> {
  return pieceCodecOf(piece)?.streamTexts ?? plainTexts;
}
