/**
 * Replaces placeholders in an answer by the original values, from the view of codecs, which do not
 * know what a placeholder is.
 */

/** `json`: inside a JSON document. `text`: recognized by its content. */
export type TextFormat = "text" | "json";

/** Restores one text that arrives in pieces. */
export interface PieceRestorer {
  /** The part that is certain by now; often everything, sometimes nothing. */
  push(piece: string): string;
  /** The held-back part, unchanged. */
  end(): string;
}

/** Replaces placeholders in texts by the original values. */
export interface TextRestorer {
  /** Restores a complete text. */
  whole(text: string, format: TextFormat): string;
  /** Creates a restorer for a text in pieces. */
  open(format: TextFormat): PieceRestorer;
}

/** Receives the texts of a chunk; the results replace them. */
export interface PieceVisitor {
  /**
   * A piece of a text that continues in later chunks. `slot` identifies the text: the same for all
   * its pieces, and different for every choice, part and argument.
   */
  piece(slot: string, text: string, format?: TextFormat): string;
  /** A value with complete texts at any depth, such as the summary at the end of a stream. */
  whole(value: unknown): unknown;
}

/** Where the chunks of a stream have their texts. Pure: chunks are never modified. */
export interface StreamTexts<Chunk> {
  /** A copy with the visitor's texts; the same object if nothing changes. */
  map(chunk: Chunk, visitor: PieceVisitor): Chunk;
  /**
   * The texts that end with this chunk, as prefixes of their slots ("" for all). Held-back parts of
   * them are sent before the chunk, or in it if it has a last piece.
   */
  ends(chunk: Chunk): readonly string[];
  /** A chunk like `chunk`, which had a piece of `slot`, with `text` there and no other text. */
  carry(chunk: Chunk, slot: string, text: string): Chunk;
}

/** Converts the bytes of a body to those that the app reads. */
export interface BodyRestorer {
  /** The bytes that can be passed on now; possibly none. */
  push(bytes: Uint8Array): Uint8Array;
  /** The rest. */
  end(): Uint8Array;
}
