import type { ChunkRestorer } from "../restore/chunk-restorer.ts";
import type { BodyRestorer } from "../restore/restorer.ts";
import { eventOf, nameOfEvent, payloadOf } from "./event.ts";
import { BrokenFrameError, type EventFrame, writeFrame } from "./frame.ts";
import { FrameSplitter } from "./splitter.ts";

/**
 * Restores a stream of messages. Messages without changes are passed on byte for byte; a changed
 * one gets new checksums. An invalid stream is passed on unchanged, so that its reader detects
 * that.
 */
export class FrameRestorer implements BodyRestorer {
  readonly #chunks: ChunkRestorer<unknown>;
  readonly #splitter = new FrameSplitter((frame) => this.#restore(frame));
  /** Headers of the first message of each name, for messages created from held-back text. */
  readonly #headers = new Map<string, Uint8Array>();
  #restored: Uint8Array[] = [];
  #broken = false;

  constructor(chunks: ChunkRestorer<unknown>) {
    this.#chunks = chunks;
  }

  push(bytes: Uint8Array): Uint8Array {
    if (this.#broken) return bytes;
    try {
      this.#splitter.push(bytes);
    } catch (error) {
      if (!(error instanceof BrokenFrameError)) throw error;
      this.#broken = true;
      this.#restored.push(this.#splitter.rest());
    }
    return this.#take();
  }

  /** The held-back texts, and the rest of a stream that ended inside a message. */
  end(): Uint8Array {
    for (const event of this.#chunks.end()) this.#write(event);
    this.#restored.push(this.#splitter.rest());
    return this.#take();
  }

  /** A message that cannot be written again is passed on unchanged. */
  #restore(frame: EventFrame): void {
    const { length } = this.#restored;
    try {
      this.#restoreEvent(frame);
    } catch {
      this.#restored.splice(length);
      this.#restored.push(frame.bytes);
    }
  }

  #restoreEvent(frame: EventFrame): void {
    const event = eventOf(frame);
    const name = nameOfEvent(event);
    if (!this.#headers.has(name)) this.#headers.set(name, frame.headers.slice());
    const restored = this.#chunks.push(event);
    for (const own of restored.slice(0, -1)) this.#write(own);
    const last = restored.at(-1);
    if (last === event) this.#restored.push(frame.bytes);
    else this.#write(last, frame);
  }

  /** `origin`: the message that the event was parsed from. */
  #write(event: unknown, origin?: EventFrame): void {
    const headers = this.#headers.get(nameOfEvent(event));
    if (headers === undefined) return;
    this.#restored.push(writeFrame(headers, payloadOf(event, origin?.payload)));
  }

  #take(): Uint8Array {
    const restored = this.#restored;
    this.#restored = [];
    return Buffer.concat(restored);
  }
}
