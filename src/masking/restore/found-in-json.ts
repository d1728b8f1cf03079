import type { Stretch } from "../text/stretch.ts";
import { TextPlace } from "./json-place.ts";

/**
 * The decoded values of those spans of `text` that are in JSON strings and contain escapes, by
 * start offset. Most texts are not read at all, because hardly any value contains a backslash. JSON
 * that does not parse, for example because it is cut short, is not decoded.
 */
export function saidInJson(
  text: string,
  stretches: readonly Stretch[],
): ReadonlyMap<number, string> | undefined {
  const escaped = stretches.filter(({ start, end }) => text.slice(start, end).includes("\\"));
  if (escaped.length === 0) return undefined;
  const said = new Map<number, string>();
  const place = new TextPlace();
  /** Spans in the current JSON, with the depth of their strings. */
  let inside: [Stretch, number][] = [];
  let next = 0;
  for (let at = 0; at < text.length; at += 1) {
    const stretch = escaped[next];
    if (stretch === undefined && inside.length === 0) break;
    if (stretch?.start === at) {
      next += 1;
      if (place.strings > 0) inside.push([stretch, place.strings]);
    }
    const from = place.jsonFrom;
    place.take(text.charAt(at));
    if (from === undefined || place.jsonFrom !== undefined || inside.length === 0) continue;
    if (parsed(text.slice(from, at + 1)) !== undefined) {
      for (const [{ start, end }, strings] of inside) {
        said.set(start, unescaped(text.slice(start, end), strings));
      }
    }
    inside = [];
  }
  return said;
}

/** Removes up to `layers` levels of escapes. */
function unescaped(letters: string, layers: number): string {
  let said = letters;
  for (let layer = 0; layer < layers; layer += 1) {
    const inner = parsed(`"${said}"`);
    if (typeof inner !== "string") return said;
    said = inner;
  }
  return said;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
