import { mayStay, staysAsItCame } from "../sealed-value.ts";
import { jsonTokens } from "./json-tokens.ts";
import { KEPT_KEYS, restoreUnder } from "./restore-strings.ts";
import type { TextRestorer } from "./restorer.ts";

/**
 * Restores every string of a JSON text. Everything else stays unchanged byte for byte: numbers
 * beyond the precision of a double, whitespace, and unchanged strings. Of invalid JSON, the strings
 * that are found are restored.
 */
export function restoreDocument(json: string, restorer: TextRestorer): string {
  const place = new Place();
  const sealed = mayStay(json) ? sealedObjects(json) : undefined;
  let sealedTo = -1;
  let restored = "";
  let copied = 0;
  for (const { from, to, inside, isWhole, colon } of jsonTokens(json)) {
    if (inside === undefined) {
      place.bracket(json.charAt(from));
      sealedTo = Math.max(sealedTo, sealed?.get(from) ?? -1);
      continue;
    }
    const isOpen = isWhole && !place.isKept && from >= sealedTo;
    const value = isOpen ? unescaped(inside) : undefined;
    if (value === undefined) continue;
    const isKey = colon !== undefined;
    const text = isKey ? restorer.whole(value, "text") : restoreUnder(place.key, value, restorer);
    if (isKey) place.key = value;
    if (text === value) continue;
    restored += json.slice(copied, from) + JSON.stringify(text) + (colon ?? "");
    copied = to;
  }
  return copied === 0 ? json : restored + json.slice(copied);
}

/** Start and end positions of objects that must stay unchanged. Their signature may come last. */
function sealedObjects(json: string): ReadonlyMap<number, number> {
  const sealed = new Map<number, number>();
  const around: { from: number; key: string; type?: string; signature?: string }[] = [];
  for (const { from, inside, colon } of jsonTokens(json)) {
    const object = around.at(-1);
    if (inside === undefined && "{[".includes(json.charAt(from))) around.push({ from, key: "" });
    else if (inside === undefined) {
      const closed = around.pop();
      if (closed === undefined || !staysAsItCame(closed.type, closed.signature)) continue;
      sealed.set(closed.from, from);
    } else if (object === undefined) continue;
    else if (colon !== undefined) object.key = inside;
    else if (object.key === "type" || object.key === "signature") object[object.key] = inside;
  }
  return sealed;
}

/** The position of a string in a document: its key, and whether what it is in stays as it came. */
class Place {
  key = "";
  #depth = 0;
  /** The depth of what stays as it came. */
  #keptAt: number | undefined = undefined;

  get isKept(): boolean {
    return this.#keptAt !== undefined;
  }

  bracket(token: string): void {
    if (token === "{" || token === "[") {
      if (KEPT_KEYS.has(this.key)) this.#keptAt ??= this.#depth;
      this.#depth += 1;
    } else {
      this.#depth -= 1;
      if (this.#depth === this.#keptAt) this.#keptAt = undefined;
    }
    // The key does not apply to what is inside its object or list, nor to what follows.
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
