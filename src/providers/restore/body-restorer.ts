import { FrameRestorer } from "../amazon-event-stream/frame-restorer.ts";
import type { AnyCodec } from "../provider.ts";
import { isUntold, mayBeginEvents } from "../stream/untold-type.ts";
import { ArrayRestorer } from "./array-restorer.ts";
import { ChunkRestorer } from "./chunk-restorer.ts";
import { LineRestorer } from "./line-restorer.ts";
import { restorableTexts } from "./restorable-texts.ts";
import { restoreDocument } from "./restore-document.ts";
import type { BodyRestorer, TextRestorer } from "./restorer.ts";
import { SseRestorer } from "./sse-restorer.ts";

type WireCodec = Pick<
  AnyCodec,
  "framing" | "streamTexts" | "readText" | "answersIn" | "streamsInArrays"
>;

/**
 * A restorer for bodies of this media type; undefined if they contain no text to restore, so that
 * the bytes pass unchanged.
 */
export function bodyRestorer(
  codec: WireCodec,
  contentType: string | null,
  restorer: TextRestorer,
): BodyRestorer | undefined {
  const type = contentType?.toLowerCase() ?? "";
  const texts = restorableTexts(codec);
  if (type.includes("event-stream")) {
    return texts && new SseRestorer(new ChunkRestorer(texts, restorer));
  }
  if (type.includes("amazon.eventstream")) {
    return texts && new FrameRestorer(new ChunkRestorer(texts, restorer));
  }
  const isOpen = codec.answersIn === undefined && isUntold(type);
  if (type.includes("ndjson") || (isOpen && codec.framing === "ndjson")) {
    return texts && new LineRestorer(new ChunkRestorer(texts, restorer));
  }
  if (type.includes("json") || isOpen) {
    const whole = new WholeBody((text) => restoreDocument(text, restorer));
    const array =
      texts !== undefined && codec.streamsInArrays === true
        ? new ArrayRestorer(new ChunkRestorer(texts, restorer), restorer)
        : whole;
    if (!isOpen) return new BegunBody({ object: whole, array, events: whole, other: whole });
    const events = texts && new SseRestorer(new ChunkRestorer(texts, restorer));
    return new BegunBody({ object: whole, array, events, other: undefined });
  }
  if (codec.answersIn !== "text" || !type.startsWith("text/")) return undefined;
  return new WholeBody((text) => restorer.whole(text, "text"));
}

/** Largest body that is buffered for restoring, in bytes: far more than any text answer. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

const NOTHING = new Uint8Array(0);

/** Restorers for what a body may begin with. Undefined: it passes unchanged. */
interface ByBeginning {
  readonly object: BodyRestorer;
  readonly array: BodyRestorer;
  readonly events: BodyRestorer | undefined;
  readonly other: BodyRestorer | undefined;
}

/** A body of which the first character tells what it is, as telemetry reads it. */
class BegunBody implements BodyRestorer {
  readonly #by: ByBeginning;
  #isBegun = false;
  #restorer: BodyRestorer | undefined = undefined;

  constructor(by: ByBeginning) {
    this.#by = by;
  }

  push(bytes: Uint8Array): Uint8Array {
    if (!this.#isBegun) {
      const first = bytes.find((byte) => byte > SPACE);
      if (first === undefined) return bytes;
      this.#isBegun = true;
      this.#restorer = this.#restorerFor(first);
    }
    return this.#restorer?.push(bytes) ?? bytes;
  }

  end(): Uint8Array {
    return this.#restorer?.end() ?? NOTHING;
  }

  #restorerFor(first: number): BodyRestorer | undefined {
    if (first === OPEN_BRACE) return this.#by.object;
    if (first === OPEN_BRACKET) return this.#by.array;
    return mayBeginEvents(first) ? this.#by.events : this.#by.other;
  }
}

const SPACE = 0x20;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;

/** A single document, which must be complete before any of it can be restored. */
class WholeBody implements BodyRestorer {
  readonly #restore: (text: string) => string;
  #chunks: Uint8Array[] = [];
  #size = 0;
  #tooLarge = false;

  constructor(restore: (text: string) => string) {
    this.#restore = restore;
  }

  push(bytes: Uint8Array): Uint8Array {
    if (this.#tooLarge) return bytes;
    this.#chunks.push(bytes);
    this.#size += bytes.byteLength;
    if (this.#size <= MAX_BODY_BYTES) return NOTHING;
    this.#tooLarge = true;
    return this.#take();
  }

  end(): Uint8Array {
    const bytes = this.#take();
    if (this.#tooLarge) return bytes;
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    const restored = this.#restore(text);
    return restored === text ? bytes : new TextEncoder().encode(restored);
  }

  #take(): Uint8Array {
    const chunks = this.#chunks;
    this.#chunks = [];
    return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
  }
}
