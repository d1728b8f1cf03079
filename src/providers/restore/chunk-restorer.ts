import { restoreStrings } from "./restore-strings.ts";
import type {
  PieceRestorer,
  PieceVisitor,
  StreamTexts,
  TextFormat,
  TextRestorer,
} from "./restorer.ts";

/**
 * Maximum number of texts tracked in one stream: far more than any stream has. Others stay
 * unrestored.
 */
const MAX_SLOTS = 4_096;

/** A text in progress, and the last chunk with a piece of it. */
interface Slot<Chunk> {
  readonly restorer: PieceRestorer;
  chunk: Chunk;
}

/**
 * Restores a stream chunk by chunk, each of its texts separately: what may still become a
 * placeholder is held back until the next piece of the same text, or until the text ends.
 */
export class ChunkRestorer<Chunk> {
  readonly #texts: StreamTexts<Chunk>;
  readonly #restorer: TextRestorer;
  readonly #slots = new Map<string, Slot<Chunk>>();
  /** The current chunk, and the texts that end with it. */
  #chunk: Chunk | undefined = undefined;
  #over: readonly string[] = [];

  constructor(texts: StreamTexts<Chunk>, restorer: TextRestorer) {
    this.#texts = texts;
    this.#restorer = restorer;
  }

  /** The chunks to pass on for `chunk`, which is never dropped; others may come before it. */
  push(chunk: Chunk): readonly Chunk[] {
    this.#chunk = chunk;
    // Clients throw at a chunk with a failure and read no further.
    this.#over = tellsFailure(chunk) ? ALL : this.#texts.ends(chunk);
    const restored = this.#texts.map(chunk, this.#visitor);
    this.#chunk = undefined;
    if (this.#over.length === 0) return [restored];
    return [...this.#flush(this.#over), restored];
  }

  /** The held-back texts of a stream that ended without an end marker. */
  end(): readonly Chunk[] {
    return this.#flush(ALL);
  }

  #flush(over: readonly string[]): readonly Chunk[] {
    const rests: Chunk[] = [];
    for (const [name, slot] of this.#slots) {
      if (!isAmong(over, name)) continue;
      const rest = slot.restorer.end();
      this.#slots.delete(name);
      if (rest !== "") rests.push(this.#texts.carry(slot.chunk, name, rest));
    }
    return rests;
  }

  readonly #visitor: PieceVisitor = {
    piece: (name, text, format = "text") => this.#piece(name, text, format),
    whole: (value) => restoreStrings(value, this.#restorer),
  };

  #piece(name: string, text: string, format: TextFormat): string {
    if (text === "") return text;
    const slot = this.#slotOf(name, format);
    if (slot === undefined) return text;
    slot.chunk = this.#chunk as Chunk;
    const restored = slot.restorer.push(text);
    return isAmong(this.#over, name) ? restored + slot.restorer.end() : restored;
  }

  #slotOf(name: string, format: TextFormat): Slot<Chunk> | undefined {
    const known = this.#slots.get(name);
    if (known !== undefined || this.#slots.size >= MAX_SLOTS) return known;
    const slot = { restorer: this.#restorer.open(format), chunk: this.#chunk as Chunk };
    this.#slots.set(name, slot);
    return slot;
  }
}

const ALL: readonly string[] = [""];

/**
 * By an `error` property, as in every format but Bedrock's, whose events are named after the
 * exception.
 */
function tellsFailure(chunk: unknown): boolean {
  const { error } = (chunk ?? {}) as { readonly error?: unknown };
  return typeof error === "object" ? error !== null : typeof error === "string" && error !== "";
}

function isAmong(beginnings: readonly string[], name: string): boolean {
  return beginnings.some((beginning) => name.startsWith(beginning));
}
