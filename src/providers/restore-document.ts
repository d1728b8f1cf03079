import { restoreUnder, SIGNED_KEYS } from "./restore-strings.ts";
import type { TextRestorer } from "./restorer.ts";

/**
 * A string of a JSON text and the colon that makes it a key, or a bracket (RFC 8259, 2 and 7). One
 * way to match: linear.
 */
const TOKEN = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?|[{}[\]]/gs;

/**
 * A JSON text with every string in it restored. Everything else stays byte for byte as it was:
 * numbers beyond what a double holds, spaces, and strings that do not change. What is no JSON
 * comes back with what strings were found in it.
 */
export function restoreDocument(json: string, restorer: TextRestorer): string {
  const place = new Place();
  return json.replace(TOKEN, (token, inside: string | undefined, colon: string | undefined) => {
    if (inside === undefined) {
      place.bracket(token);
      return token;
    }
    const value = place.isSigned ? undefined : unescaped(inside);
    if (value === undefined) return token;
    const isKey = colon !== undefined;
    const restored = isKey
      ? restorer.whole(value, "text")
      : restoreUnder(place.key, value, restorer);
    if (isKey) place.key = value;
    return restored === value ? token : JSON.stringify(restored) + (colon ?? "");
  });
}

/** Where in a document a string stands: under which key, and whether inside of what was signed. */
class Place {
  key = "";
  #depth = 0;
  /** How deep the object is that was signed. */
  #signedAt: number | undefined = undefined;

  get isSigned(): boolean {
    return this.#signedAt !== undefined;
  }

  bracket(token: string): void {
    if (token === "{" || token === "[") {
      if (SIGNED_KEYS.has(this.key)) this.#signedAt ??= this.#depth;
      this.#depth += 1;
    } else {
      this.#depth -= 1;
      if (this.#depth === this.#signedAt) this.#signedAt = undefined;
      this.key = "";
    }
    // The elements of a list stand under its key.
    if (token === "{") this.key = "";
  }
}

function unescaped(inside: string): string | undefined {
  if (!inside.includes("\\")) return inside;
  try {
    return JSON.parse(`"${inside}"`) as string;
  } catch {
    return undefined;
  }
}
