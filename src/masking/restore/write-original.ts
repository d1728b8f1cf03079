import type { AnyVault } from "../vault.ts";
import { type Encoding, encoded, escaped, JSON_LAYERS } from "./encode.ts";
import { JsonPlace, type Place, TextPlace } from "./json-place.ts";

/** Writes originals in place of their placeholders, in one text from its beginning. */
export interface OriginalWriter {
  /** Reads the text around the placeholders, in order. */
  see(text: string): void;
  /**
   * The replacement of `placeholder`, which comes next in the text; its punctuation has `encoding`.
   */
  write(placeholder: string, encoding?: Encoding | undefined): string;
}

/** Writes originals exactly as they were found. */
export function asFound(vault: AnyVault): OriginalWriter {
  return {
    see: () => undefined,
    write: (placeholder, encoding) =>
      encoded(vault.originalOf(placeholder) ?? placeholder, encoding),
  };
}

/**
 * Writes decoded originals, escaped for the JSON strings around them (RFC 8259, 7), but as they
 * were found between other double quotes. Placeholders stay where more than `JSON_LAYERS` levels
 * would have to be escaped. `json`: the text is JSON, whatever it looks like.
 */
export function asSaid(vault: AnyVault, format: "text" | "json"): OriginalWriter {
  const place: Place = format === "json" ? new JsonPlace("whole") : new TextPlace();
  return {
    see: (text) => place.see(text),
    write(placeholder, encoding) {
      // The quotes may be in prose or in a program, which interprets the escapes of JSON.
      const original =
        place.isQuoted && encoding === undefined
          ? vault.originalOf(placeholder)
          : saidBy(vault, placeholder);
      let written = encoded(original ?? placeholder, encoding);
      const { layers } = place;
      // At greater depth it would not be recognizable, and a few characters of an answer could
      // become gigabytes.
      if (layers > JSON_LAYERS && escaped(written) !== written) written = placeholder;
      else for (let layer = layers; layer > 0; layer -= 1) written = escaped(written);
      // Stands for any word.
      place.see("x");
      return written;
    },
  };
}

/** Whether all originals are written the same wherever they occur, as nearly all are. */
export function areAlike(vault: AnyVault): boolean {
  for (const placeholder of vault.placeholders()) {
    const original = vault.originalOf(placeholder) ?? "";
    if (saidBy(vault, placeholder) !== original) return false;
    if (JSON.stringify(original).length !== original.length + 2) return false;
  }
  return true;
}

/**
 * The decoded original. A vault of an earlier release of this package has only the text as found.
 */
function saidBy(vault: AnyVault, placeholder: string): string | undefined {
  return vault.saidBy?.(placeholder) ?? vault.originalOf(placeholder);
}
