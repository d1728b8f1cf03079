import type { ProviderCodec } from "./provider.ts";
import { mapSame } from "./replace-at.ts";
import type { StreamTexts } from "./restorer.ts";

/** Where a codec's streams have their texts; undefined for one that does not say. */
export function restorableTexts<Chunk>(
  codec: Pick<ProviderCodec<never, never, Chunk>, "streamTexts" | "readText">,
): StreamTexts<Chunk> | undefined {
  return codec.streamTexts ?? (codec.readText && soleText(codec.readText));
}

/**
 * Chunks of the app's own, of which only the text is known: a chunk is that text, or has it
 * somewhere as a string of its own. One that builds its text from parts stays as it is.
 */
function soleText<Chunk>(read: (chunk: Chunk) => string | undefined): StreamTexts<Chunk> {
  return {
    map(chunk, visitor) {
      const text = read(chunk);
      if (text === undefined || !holds(chunk, text)) return chunk;
      return replaced(chunk, { text, by: visitor.piece("text", text) }) as Chunk;
    },
    ends: () => [],
    carry: (chunk, _slot, text) => replaced(chunk, { text: read(chunk) ?? "", by: text }) as Chunk,
  };
}

/** Deepest nesting in which a chunk's text is looked for. */
const MAX_DEPTH = 8;

function holds(value: unknown, text: string, depth = 0): boolean {
  if (typeof value === "string") return value === text;
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return false;
  return Object.values(value).some((each) => holds(each, text, depth + 1));
}

/** One text, and what comes in its place. */
interface Replacement {
  readonly text: string;
  readonly by: string;
}

function replaced(value: unknown, change: Replacement, depth = 0): unknown {
  const { text, by } = change;
  if (by === text) return value;
  if (typeof value === "string") return value === text ? by : value;
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return mapSame(value, (each) => replaced(each, change, depth + 1));
  const copy = Object.assign(Object.create(Object.getPrototypeOf(value)), value);
  for (const key of Object.keys(copy)) copy[key] = replaced(copy[key], change, depth + 1);
  return copy;
}
