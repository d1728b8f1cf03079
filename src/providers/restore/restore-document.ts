import { isSealed, maySeal } from "../sealed-value.ts";
import { restoreUnder, SIGNED_KEYS } from "./restore-strings.ts";
import type { TextRestorer } from "./restorer.ts";

/**
 * A string of a JSON text and the colon that makes it a key, or a bracket (RFC 8259, 2 and 7). One
 * way to match: linear. A string that is cut off goes on to the end of the text, so that it is not
 * read again from each quote within it.
 */
const TOKEN = /"([^"\\]*(?:\\.[^"\\]*)*)("(\s*:)?|\\?$)|[{}[\]]/gs;

/**
 * A JSON text with every string in it restored. Everything else stays byte for byte as it was:
 * numbers beyond what a double holds, spaces, and strings that do not change. What is no JSON
 * comes back with what strings were found in it.
 */
export function restoreDocument(json: string, restorer: TextRestorer): string {
  const place = new Place();
  const sealed = maySeal(json) ? sealedObjects(json) : undefined;
  let sealedTo = -1;
  return json.replace(TOKEN, (...match) => {
    const [token, inside, end, colon, at] = match as Token;
    if (inside === undefined) {
      place.bracket(token);
      sealedTo = Math.max(sealedTo, sealed?.get(at) ?? -1);
      return token;
    }
    const isWhole = end?.startsWith('"');
    const value = isWhole && !place.isSigned && at >= sealedTo ? unescaped(inside) : undefined;
    if (value === undefined) return token;
    const isKey = colon !== undefined;
    const restored = isKey
      ? restorer.whole(value, "text")
      : restoreUnder(place.key, value, restorer);
    if (isKey) place.key = value;
    return restored === value ? token : JSON.stringify(restored) + (colon ?? "");
  });
}

/**
 * A match of {@link TOKEN}: itself, the inside of a string, what ends it, the colon in that, and where
 * it is.
 */
type Token = [string, string | undefined, string | undefined, string | undefined, number];

/** Where objects begin, and where they end, that go back as they came. A signature may stand last. */
function sealedObjects(json: string): ReadonlyMap<number, number> {
  const sealed = new Map<number, number>();
  const around: { from: number; key: string; type?: string; signature?: string }[] = [];
  for (const match of json.matchAll(TOKEN)) {
    const [token, inside, , colon] = match;
    const object = around.at(-1);
    if (token === "{" || token === "[") around.push({ from: match.index, key: "" });
    else if (inside === undefined) {
      const closed = around.pop();
      if (closed === undefined || !isSealed(closed.type, closed.signature)) continue;
      sealed.set(closed.from, match.index);
    } else if (object === undefined) continue;
    else if (colon !== undefined) object.key = inside;
    else if (object.key === "type" || object.key === "signature") object[object.key] = inside;
  }
  return sealed;
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
    }
    // Neither is what is inside of an object or a list under its key, nor what follows.
    this.key = "";
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
