import { isJsonObject, type JsonObject } from "../json/json-shape.ts";
import { copyWith, withChanges } from "../json/replace-at.ts";
import type { StreamTexts } from "../restore/restorer.ts";

/** The property with the text of each event that has a piece of it: OpenAI's, Mistral's. */
const PIECES: ReadonlyMap<unknown, string> = new Map([
  ["transcript.text.delta", "delta"],
  ["transcription.text.delta", "text"],
]);

/** The events with the whole text, which come last. */
const LAST: ReadonlySet<unknown> = new Set(["transcript.text.done", "transcription.done"]);

/** A piece of a streamed transcript, and the property that it is in. */
export interface TranscriptPiece {
  readonly key: string;
  readonly text: string;
}

/** The piece in an event; undefined if there is none. */
export function pieceIn(event: JsonObject): TranscriptPiece | undefined {
  const key = PIECES.get(event.type);
  const text = key === undefined ? undefined : event[key];
  return key !== undefined && typeof text === "string" ? { key, text } : undefined;
}

/** Whether an event is the last one of a transcript. */
export function isLast(event: JsonObject): boolean {
  return LAST.has(event.type);
}

/**
 * The texts in the events of a streamed transcript (references of OpenAI, "Transcript streaming",
 * and Mistral). A slot is the property that a piece is in.
 */
export const streamTexts: StreamTexts<unknown> = {
  map(event, visitor) {
    if (!isJsonObject(event)) return event;
    const piece = pieceIn(event);
    if (piece === undefined) return visitor.whole(event);
    return withChanges(event, { [piece.key]: visitor.piece(piece.key, piece.text) });
  },

  ends: (event) => (isJsonObject(event) && isLast(event) ? [""] : []),

  carry: (event, slot, text) => copyWith(event as object, { [slot]: text }),
};
