import { mapSame, withChanges } from "../json/replace-at.ts";
import type { ProviderCodec } from "../provider.ts";
import type { StreamTexts } from "./restorer.ts";

/** Where the streams of a codec have their texts; undefined if it does not say. */
export function restorableTexts<Chunk>(
  codec: Pick<ProviderCodec<never, never, Chunk>, "streamTexts" | "readText">,
): StreamTexts<Chunk> | undefined {
  return codec.streamTexts ?? (codec.readText && soleText(codec.readText));
}

/**
 * For custom chunks of which only the text is known: a chunk is that text, or has it as a string
 * somewhere. A chunk whose text is composed of several strings is not restored.
 */
function soleText<Chunk>(read: (chunk: Chunk) => string | undefined): StreamTexts<Chunk> {
  return {
    map(chunk, visitor) {
      const text = read(chunk);
      if (text === undefined || !holds(chunk, text)) return chunk;
      return replaced(chunk, changeTo(text, visitor.piece("text", text))) as Chunk;
    },
    ends: () => [],
    carry: (chunk, _slot, text) => replaced(chunk, changeTo(read(chunk) ?? "", text)) as Chunk,
  };
}

/** Maximum depth in which a chunk's text is searched for. */
const MAX_DEPTH = 8;

/** Visits each object once, because custom chunks may be cyclic. */
function holds(value: unknown, text: string, { seen, depth } = atTop()): boolean {
  if (typeof value === "string") return value === text;
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return false;
  if (seen.has(value)) return false;
  seen.add(value);
  return Object.values(value).some((each) => holds(each, text, { seen, depth: depth + 1 }));
}

function atTop(): { readonly seen: Set<object>; readonly depth: number } {
  return { seen: new Set(), depth: 0 };
}

/** A text and its replacement, with a map of replaced objects, which also handles cycles. */
interface Replacement {
  readonly text: string;
  readonly by: string;
  readonly known: Map<object, unknown>;
}

function changeTo(text: string, by: string): Replacement {
  return { text, by, known: new Map() };
}

function replaced(value: unknown, change: Replacement, depth = 0): unknown {
  const { text, by, known } = change;
  if (by === text) return value;
  if (typeof value === "string") return value === text ? by : value;
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return value;
  if (known.has(value)) return known.get(value);
  known.set(value, value);
  const inside = (each: unknown): unknown => replaced(each, change, depth + 1);
  const made = Array.isArray(value) ? mapSame(value, inside) : mapProperties(value, inside);
  known.set(value, made);
  return made;
}

function mapProperties(value: object, map: (property: unknown) => unknown): object {
  const entries = Object.entries(value).map(([key, property]) => [key, map(property)] as const);
  return withChanges(value, Object.fromEntries(entries));
}
