import { restoreUnder } from "./restore-strings.ts";
import type { TextRestorer } from "./restorer.ts";

/** A string of a JSON text, and the colon that makes it a key (RFC 8259, 7). One way to match: linear. */
const STRING = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?/gs;

/**
 * A JSON text with every string in it restored. Everything else stays byte for byte as it was:
 * numbers beyond what a double holds, spaces, and strings that do not change. What is no JSON
 * comes back with what strings were found in it.
 */
export function restoreDocument(json: string, restorer: TextRestorer): string {
  let key = "";
  return json.replace(STRING, (token, inside: string, colon: string | undefined) => {
    const value = unescaped(inside);
    if (value === undefined) return token;
    const isKey = colon !== undefined;
    const restored = isKey ? restorer.whole(value, "text") : restoreUnder(key, value, restorer);
    if (isKey) key = value;
    return restored === value ? token : JSON.stringify(restored) + (colon ?? "");
  });
}

function unescaped(inside: string): string | undefined {
  if (!inside.includes("\\")) return inside;
  try {
    return JSON.parse(`"${inside}"`) as string;
  } catch {
    return undefined;
  }
}
