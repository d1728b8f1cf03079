import type { Answer, AnswerCollector } from "../provider.ts";
import { eventOf } from "./event.ts";
import { BrokenFrameError } from "./frame.ts";
import { FrameSplitter } from "./splitter.ts";

/** Reads an answer from the bytes of an event stream. */
export class FramedAnswer implements AnswerCollector<Uint8Array> {
  readonly #collector: AnswerCollector<unknown>;
  readonly #splitter: FrameSplitter;
  #isBroken = false;

  constructor(codec: { collectAnswer(): AnswerCollector<unknown> }) {
    const collector = codec.collectAnswer();
    this.#collector = collector;
    this.#splitter = new FrameSplitter((frame) => collector.push(eventOf(frame)));
  }

  /** Reads up to the first invalid message, as clients do. */
  push(bytes: Uint8Array): void {
    if (this.#isBroken) return;
    try {
      this.#splitter.push(bytes);
    } catch (error) {
      if (!(error instanceof BrokenFrameError)) throw error;
      this.#isBroken = true;
    }
  }

  answer(): Answer {
    const answer = this.#collector.answer();
    return this.#isBroken ? { ...answer, unreadable: true, failed: true } : answer;
  }
}
