import { restoreStrings } from "./restore-strings.ts";
import type {
  PieceRestorer,
  PieceVisitor,
  StreamTexts,
  TextFormat,
  TextRestorer,
} from "./restorer.ts";

/** Texts that are kept apart in one stream: far more than any has. Others stay as they came. */
const MAX_SLOTS = 4_096;

/** A text under way, and the last chunk that had a piece of it. */
interface Slot<Chunk> {
  readonly restorer: PieceRestorer;
  chunk: Chunk;
}

/**
 * Restores a stream chunk by chunk, and each of its texts by itself: what could still become a
 * placeholder waits for the next piece of that very text and goes out before the text is over.
 */
export class ChunkRestorer<Chunk> {
  readonly #texts: StreamTexts<Chunk>;
  readonly #restorer: TextRestorer;
  readonly #slots = new Map<string, Slot<Chunk>>();
  /** The chunk that is being walked through, and the texts that are over with it. */
  #chunk: Chunk | undefined = undefined;
  #over: readonly string[] = [];

  constructor(texts: StreamTexts<Chunk>, restorer: TextRestorer) {
    this.#texts = texts;
    this.#restorer = restorer;
  }

  /** What to hand on for `chunk`: it is never dropped, and something may come before it. */
  push(chunk: Chunk): readonly Chunk[] {
    this.#chunk = chunk;
    // Where a chunk tells of a failure, clients throw and read no further.
    this.#over = tellsFailure(chunk) ? ALL : this.#texts.ends(chunk);
    const restored = this.#texts.map(chunk, this.#visitor);
    this.#chunk = undefined;
    if (this.#over.length === 0) return [restored];
    return [...this.#flush(this.#over), restored];
  }

  /** What was held back of all texts, when the stream is over without having said so. */
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

/** In an `error`, whatever its format: Bedrock's events alone are named after it. */
function tellsFailure(chunk: unknown): boolean {
  const { error } = (chunk ?? {}) as { readonly error?: unknown };
  return typeof error === "object" ? error !== null : typeof error === "string" && error !== "";
}

function isAmong(beginnings: readonly string[], name: string): boolean {
  return beginnings.some((beginning) => name.startsWith(beginning));
}
