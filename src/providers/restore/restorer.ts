/**
 * How placeholders in an answer become originals again, as codecs see it. What a placeholder is,
 * and what stands behind it, they do not know.
 */

/** `json`: the inside of a JSON document. `text`: whatever it looks like decides. */
export type TextFormat = "text" | "json";

/** Restores one text that arrives in pieces. */
export interface PieceRestorer {
  /** What is certain by now; often all of it, sometimes nothing. */
  push(piece: string): string;
  /** What was held back, as it is. */
  end(): string;
}

/** Puts originals into texts. */
export interface TextRestorer {
  /** A text that is there as a whole. */
  whole(text: string, format: TextFormat): string;
  /** A restorer for one text in pieces. */
  open(format: TextFormat): PieceRestorer;
}

/** What a codec shows the texts of a chunk to. What is given back stands in their place. */
export interface PieceVisitor {
  /**
   * A piece of a text that goes on in later chunks. `slot` names the text: the same for all its
   * pieces, another for every choice, part and argument.
   */
  piece(slot: string, text: string, format?: TextFormat): string;
  /** Anything with whole texts in it, as deep as they stand: what sums up a stream at its end. */
  whole(value: unknown): unknown;
}

/** Where the texts of a stream's chunks are. Pure: chunks that are handed in are never changed. */
export interface StreamTexts<Chunk> {
  /** A copy with the visitor's texts; the very chunk where they are the same. */
  map(chunk: Chunk, visitor: PieceVisitor): Chunk;
  /**
   * Which texts are over with this chunk, each by what their slots begin with ("" for all). What is
   * held back of them goes out before the chunk does, or in it, where it has a last piece.
   */
  ends(chunk: Chunk): readonly string[];
  /** A chunk like `chunk`, in which `slot` had a piece, that says `text` there and nothing else. */
  carry(chunk: Chunk, slot: string, text: string): Chunk;
}

/** Takes the bytes of a body and gives those that the app is to read. */
export interface BodyRestorer {
  /** What may be handed on now; possibly nothing. */
  push(bytes: Uint8Array): Uint8Array;
  /** The rest. */
  end(): Uint8Array;
}
