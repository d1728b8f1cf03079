import { type EventFrame, frameLength, PRELUDE_BYTES, readFrame } from "./frame.ts";

const NOTHING = new Uint8Array(0);

/** Splits a stream into messages, wherever its chunks were cut. */
export class FrameSplitter {
  readonly #onFrame: (frame: EventFrame) => void;
  #pieces: Uint8Array[] = [];
  #size = 0;
  /** Length of the current message, once its prelude has arrived. */
  #length: number | undefined = undefined;

  constructor(onFrame: (frame: EventFrame) => void) {
    this.#onFrame = onFrame;
  }

  /** Chunks are copied if they have to wait. @throws BrokenFrameError for an invalid stream. */
  push(bytes: Uint8Array): void {
    this.#pieces.push(bytes);
    this.#size += bytes.length;
    if (this.#size < (this.#length ?? PRELUDE_BYTES)) {
      this.#pieces[this.#pieces.length - 1] = new Uint8Array(bytes);
      return;
    }
    this.#cut(this.rest());
  }

  /** Removes and returns an incomplete message. */
  rest(): Uint8Array {
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#size = 0;
    return pieces.length === 1 ? (pieces[0] ?? NOTHING) : Buffer.concat(pieces);
  }

  #cut(bytes: Uint8Array): void {
    let at = 0;
    this.#length = undefined;
    while (bytes.length - at >= PRELUDE_BYTES) {
      try {
        this.#length = frameLength(bytes.subarray(at, at + PRELUDE_BYTES));
        if (bytes.length - at < this.#length) break;
        this.#onFrame(readFrame(bytes.subarray(at, at + this.#length)));
      } catch (error) {
        this.#keep(bytes.subarray(at));
        throw error;
      }
      at += this.#length;
      this.#length = undefined;
    }
    this.#keep(bytes.subarray(at));
  }

  #keep(rest: Uint8Array): void {
    if (rest.length === 0) return;
    this.#pieces = [new Uint8Array(rest)];
    this.#size = rest.length;
  }
}
