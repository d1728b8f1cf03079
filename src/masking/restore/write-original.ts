import type { Vault } from "../vault.ts";
import { type Encoding, encoded, escaped, JSON_LAYERS } from "./encode.ts";
import { JsonPlace, type Place, TextPlace } from "./json-place.ts";

/** How originals are written in place of their placeholders, in one text from its beginning. */
export interface OriginalWriter {
  /** Takes the text around the placeholders, in order. */
  see(text: string): void;
  /** What stands in place of `placeholder`, which comes next and whose punctuation is encoded. */
  write(placeholder: string, encoding?: Encoding | undefined): string;
}

/** In the letters they were found in. */
export function asFound(vault: Vault): OriginalWriter {
  return {
    see: () => undefined,
    write: (placeholder, encoding) =>
      encoded(vault.originalOf(placeholder) ?? placeholder, encoding),
  };
}

/**
 * What they say, escaped as often as the strings of JSON around them ask for (RFC 8259, 7); between
 * other double quotes the letters they were found in. Placeholders stay where more than `JSON_LAYERS` would
 * have to be escaped for. `json`: the text is JSON, whatever it looks like.
 */
export function asSaid(vault: Vault, format: "text" | "json"): OriginalWriter {
  const place: Place = format === "json" ? new JsonPlace("whole") : new TextPlace();
  return {
    see: (text) => place.see(text),
    write(placeholder, encoding) {
      // Nobody knows whether quotes are of prose or of a program, which takes the escapes of JSON.
      const original =
        place.isQuoted && encoding === undefined
          ? vault.originalOf(placeholder)
          : saidBy(vault, placeholder);
      let written = encoded(original ?? placeholder, encoding);
      const { layers } = place;
      // Deeper, nobody would know it again, and a few letters of an answer would make gigabytes of it.
      if (layers > JSON_LAYERS && escaped(written) !== written) written = placeholder;
      else for (let layer = layers; layer > 0; layer -= 1) written = escaped(written);
      // A word, whatever it is.
      place.see("x");
      return written;
    },
  };
}

/** Whether all originals are written alike wherever they stand, as nearly all are. */
export function areAlike(vault: Vault): boolean {
  for (const placeholder of vault.placeholders()) {
    const original = vault.originalOf(placeholder) ?? "";
    if (saidBy(vault, placeholder) !== original) return false;
    if (JSON.stringify(original).length !== original.length + 2) return false;
  }
  return true;
}

/** What an original says. A vault of an earlier release of this package knows its letters alone. */
function saidBy(vault: Vault, placeholder: string): string | undefined {
  return (vault as Partial<Vault>).saidBy?.(placeholder) ?? vault.originalOf(placeholder);
}
